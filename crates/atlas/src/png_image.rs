//! SVG to PNG.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use resvg::tiny_skia;
use resvg::usvg::{self, fontdb};

/// Renders an SVG document, `width` pixels wide. Names are set in the system's fonts.
pub fn png(svg: &str, width: u32) -> Result<Vec<u8>, String> {
    let options = usvg::Options { fontdb: fonts(), ..usvg::Options::default() };
    let tree = usvg::Tree::from_str(svg, &options).map_err(|e| e.to_string())?;
    let across = width as f32 / tree.size().width();
    let height = (tree.size().height() * across).round().max(1.0) as u32;
    // A whole number of lines, so that the last one is not half transparent.
    let down = height as f32 / tree.size().height();
    let mut picture = tiny_skia::Pixmap::new(width, height).ok_or("the picture is empty or too large")?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(across, down), &mut picture.as_mut());
    if picture.pixels().iter().any(|p| p.alpha() < 255) {
        return picture.encode_png().map_err(|e| e.to_string());
    }
    opaque(&picture).map_err(|e| e.to_string())
}

/// The system's fonts, read once. Those that drawings name are held in memory: a font that is known by its file alone is mapped anew for
/// every letter.
fn fonts() -> Arc<fontdb::Database> {
    static FONTS: OnceLock<Arc<fontdb::Database>> = OnceLock::new();
    let load = || {
        let mut system = fontdb::Database::new();
        system.load_system_fonts();
        let named = |face: &&fontdb::FaceInfo| {
            face.families.iter().any(|(name, _)| FONTS_NAMED.contains(&name.as_str()))
        };
        let files: BTreeSet<_> = system.faces().filter(named).filter_map(file).collect();
        // Of equal faces the first is taken.
        let mut fonts = fontdb::Database::new();
        files.iter().filter_map(|path| std::fs::read(path).ok()).for_each(|data| fonts.load_font_data(data));
        for face in system.faces() {
            fonts.push_face_info(face.clone());
        }
        Arc::new(fonts)
    };
    FONTS.get_or_init(load).clone()
}

/// Every family that a drawing names.
const FONTS_NAMED: [&str; 6] =
    ["Times New Roman", "Liberation Serif", "Georgia", "Arial", "Liberation Sans", "Helvetica"];

fn file(face: &fontdb::FaceInfo) -> Option<PathBuf> {
    match &face.source {
        fontdb::Source::File(path) | fontdb::Source::SharedFile(path, _) => Some(path.clone()),
        fontdb::Source::Binary(_) => None,
    }
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
