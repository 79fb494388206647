//! SVG to PNG.

use std::sync::{Arc, OnceLock};

use resvg::{tiny_skia, usvg};

/// Renders an SVG document, `width` pixels wide. Names are set in the system's fonts.
pub fn png(svg: &str, width: u32) -> Result<Vec<u8>, String> {
    let options = usvg::Options { fontdb: fonts(), ..usvg::Options::default() };
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

/// The system's fonts, read once.
fn fonts() -> Arc<usvg::fontdb::Database> {
    static FONTS: OnceLock<Arc<usvg::fontdb::Database>> = OnceLock::new();
    let load = || {
        let mut fonts = usvg::fontdb::Database::new();
        fonts.load_system_fonts();
        Arc::new(fonts)
    };
    FONTS.get_or_init(load).clone()
}

/// Pictures with more pixels than this are packed quickly rather than tightly.
const LARGE: usize = 1_500_000;

/// Without transparency three bytes a pixel are enough.
fn opaque(picture: &tiny_skia::Pixmap) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, picture.width(), picture.height());
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    if picture.pixels().len() > LARGE {
        encoder.set_compression(png::Compression::Fast);
        encoder.set_filter(png::FilterType::Up);
    } else {
        encoder.set_compression(png::Compression::Best);
        encoder.set_adaptive_filter(png::AdaptiveFilterType::Adaptive);
    }
    let colours: Vec<u8> = picture.pixels().iter().flat_map(|p| [p.red(), p.green(), p.blue()]).collect();
    encoder.write_header()?.write_image_data(&colours)?;
    Ok(bytes)
}
