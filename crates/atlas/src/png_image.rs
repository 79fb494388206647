//! SVG to PNG.

use resvg::{tiny_skia, usvg};

/// Renders an SVG document, `width` pixels wide. Names are set in the system's fonts.
pub fn png(svg: &str, width: u32) -> Result<Vec<u8>, String> {
    let mut options = usvg::Options::default();
    options.fontdb_mut().load_system_fonts();
    let tree = usvg::Tree::from_str(svg, &options).map_err(|e| e.to_string())?;
    let scale = width as f32 / tree.size().width();
    let height = (tree.size().height() * scale).ceil().max(1.0) as u32;
    let mut picture = tiny_skia::Pixmap::new(width, height).ok_or("the picture is empty or too large")?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut picture.as_mut());
    if picture.pixels().iter().any(|p| p.alpha() < 255) {
        return picture.encode_png().map_err(|e| e.to_string());
    }
    opaque(&picture).map_err(|e| e.to_string())
}

/// Without transparency three bytes a pixel are enough.
fn opaque(picture: &tiny_skia::Pixmap) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, picture.width(), picture.height());
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Best);
    encoder.set_adaptive_filter(png::AdaptiveFilterType::Adaptive);
    let colours: Vec<u8> = picture.pixels().iter().flat_map(|p| [p.red(), p.green(), p.blue()]).collect();
    encoder.write_header()?.write_image_data(&colours)?;
    Ok(bytes)
}
