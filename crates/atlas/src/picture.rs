//! The relief as a small picture inside the drawing: a palette image, because layers and a few dozen steps of light are all
//! it holds, and it stays an order of magnitude smaller than full colour.

use crate::raster::Raster;
use crate::relief::light;

/// Colours of the height layers, lowest first.
pub type Tints = [[u8; 3]; 7];

/// Steps of light per layer.
const STEPS: usize = 32;

/// A PNG of tinted and shaded heights as a `data:` address. `strength` is how much the light counts, from 0 to 1.
pub fn shaded(heights: &Raster, tints: &Tints, strength: f32) -> String {
    let light = light(heights);
    let top = quantile(&heights.values, 0.985).max(60.0);
    let layer = |h: f32| (tints.len() as f32 * (h / top).clamp(0.0, 0.999).powf(0.72)) as usize;
    let mut palette = Vec::with_capacity(tints.len() * STEPS * 3);
    for tint in tints {
        for step in 0..STEPS {
            let lit = (step as f32 / (STEPS - 1) as f32 - 0.5) * strength;
            palette.extend(tint.iter().map(|c| shade(*c, lit)));
        }
    }
    let pixels: Vec<u8> = heights
        .values
        .iter()
        .zip(&light.values)
        .map(|(h, l)| (layer(*h) * STEPS + (l * (STEPS - 1) as f32).round() as usize) as u8)
        .collect();
    encode(heights.width as u32, heights.height as u32, &palette, &pixels)
}

/// Darkens toward a warm shadow, lightens toward paper.
fn shade(c: u8, lit: f32) -> u8 {
    let c = f32::from(c);
    let v = if lit < 0.0 { c * (1.0 + lit * 1.25) } else { c + (252.0 - c) * lit * 1.1 };
    v.round().clamp(0.0, 255.0) as u8
}

fn quantile(values: &[f32], share: f32) -> f32 {
    let mut land: Vec<f32> = values.iter().copied().filter(|v| *v > 1.0).collect();
    if land.is_empty() {
        return 0.0;
    }
    let k = ((land.len() - 1) as f32 * share) as usize;
    *land.select_nth_unstable_by(k, f32::total_cmp).1
}

fn encode(width: u32, height: u32, palette: &[u8], pixels: &[u8]) -> String {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(palette.to_vec());
    encoder.set_compression(png::Compression::Default);
    let done = encoder.write_header().and_then(|mut writer| writer.write_image_data(pixels));
    if done.is_err() {
        return String::new();
    }
    format!("data:image/png;base64,{}", base64(&bytes))
}

/// Base 64 as in RFC 4648.
pub fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(bytes.len() * 4 / 3 + 4);
    for chunk in bytes.chunks(3) {
        let n = chunk.iter().fold(0u32, |n, b| (n << 8) | u32::from(*b)) << (8 * (3 - chunk.len()));
        for k in 0..4 {
            let letter = LETTERS[(n >> (18 - 6 * k)) as usize & 63] as char;
            out.push(if k <= chunk.len() { letter } else { '=' });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::base64;

    #[test]
    fn base64_matches_the_standard() {
        assert_eq!(base64(b"foobar"), "Zm9vYmFy");
        assert_eq!(base64(b"fooba"), "Zm9vYmE=");
        assert_eq!(base64(b"foob"), "Zm9vYg==");
    }
}
