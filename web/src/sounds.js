// Two short sounds, made on the spot: dice on a table, and a bell when it is one's turn.

import { settings } from "./settings.js";

/** @type {AudioContext | null} */
let context = null;

/** A browser lets a page be heard only after somebody has touched it. */
function ready() {
  if (!settings.sounds || !("AudioContext" in window) || !navigator.userActivation?.hasBeenActive) return null;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context;
}

/** @param {"dice" | "turn"} which */
export function sound(which) {
  const audio = ready();
  if (!audio || document.hidden && which === "dice") return;
  if (which === "dice") for (let k = 0; k < 5; k++) knock(audio, audio.currentTime + k * 0.07 + Math.random() * 0.03, 0.16 - k * 0.025);
  else {
    ring(audio, 660, audio.currentTime);
    ring(audio, 880, audio.currentTime + 0.16);
  }
}

/**
 * @param {AudioContext} audio
 * @param {number} at
 * @param {number} loud
 */
function knock(audio, at, loud) {
  const length = 0.05;
  const buffer = audio.createBuffer(1, audio.sampleRate * length, audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / data.length) ** 3;
  const source = audio.createBufferSource();
  const filter = audio.createBiquadFilter();
  const gain = audio.createGain();
  filter.type = "bandpass";
  filter.frequency.value = 1400 + Math.random() * 900;
  gain.gain.value = loud;
  source.buffer = buffer;
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start(at);
}

/**
 * @param {AudioContext} audio
 * @param {number} pitch
 * @param {number} at
 */
function ring(audio, pitch, at) {
  const tone = audio.createOscillator();
  const gain = audio.createGain();
  tone.frequency.value = pitch;
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(0.08, at + 0.02);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + 0.5);
  tone.connect(gain).connect(audio.destination);
  tone.start(at);
  tone.stop(at + 0.55);
}
