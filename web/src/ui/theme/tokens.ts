import { defineSemanticTokens } from '@chakra-ui/react';

/** A colour by day and by night. Contrast is held to by tokens.test.ts. */
export type Shade = { light: string; dark: string };

/**
 * All colours: neutral surfaces, one accent for interactive elements, saturated colour for status alone; a check's
 * phases are shades of one neutral, darker or lighter in their order. `edge`
 * outlines fields and other shapes that must be visible; `border` only separates.
 */
export const palette = {
  surface: { light: '#f5f7fa', dark: '#0b1118' },
  raised: { light: '#ffffff', dark: '#131b26' },
  sunken: { light: '#edf0f4', dark: '#1b2532' },
  border: { light: '#dde3ea', dark: '#26313f' },
  edge: { light: '#7c899a', dark: '#64738a' },
  text: { light: '#101a28', dark: '#e9eef5' },
  muted: { light: '#526072', dark: '#9aa8ba' },
  accent: { light: '#2451c8', dark: '#8fb0ff' },
  accentSolid: { light: '#2b5bdb', dark: '#3a67e6' },
  onAccent: { light: '#ffffff', dark: '#ffffff' },
  accentSubtle: { light: '#e9effc', dark: '#1a2947' },
  danger: { light: '#c01f31', dark: '#ff7d86' },
  dangerSolid: { light: '#c82637', dark: '#c9303f' },
  dangerSubtle: { light: '#fcebed', dark: '#361a22' },
  up: { light: '#12894f', dark: '#2fc281' },
  down: { light: '#d42a3c', dark: '#ff5a66' },
  partial: { light: '#b96d00', dark: '#eba93c' },
  pending: { light: '#6f7d8f', dark: '#8a98aa' },
  none: { light: '#7c899a', dark: '#64738a' },
  paused: { light: '#3f7486', dark: '#7fb2c4' },
  maintenance: { light: '#7a4ec2', dark: '#b393f2' },
  phaseDns: { light: '#73839b', dark: '#687a94' },
  phaseConnect: { light: '#566c92', dark: '#8095b6' },
  phaseTls: { light: '#3f5788', dark: '#9bb0d2' },
  phaseFirstByte: { light: '#283f78', dark: '#bacdea' },
  phaseBody: { light: '#14264f', dark: '#dfe9fa' },
  shade: { light: '#0b111880', dark: '#000000a8' },
} satisfies Record<string, Shade>;

const of = ({ light, dark }: Shade) => ({ value: { _light: light, _dark: dark } });

/** The names that Chakra's recipes and `colorPalette` refer to. */
function pressable(solid: Shade, text: Shade, subtle: Shade, edge: Shade) {
  return {
    solid: of(solid),
    contrast: of(palette.onAccent),
    fg: of(text),
    subtle: of(subtle),
    muted: of(subtle),
    emphasized: of(subtle),
    border: of(edge),
    focusRing: of(palette.accent),
  };
}

export const colors = defineSemanticTokens.colors({
  surface: { DEFAULT: of(palette.surface), raised: of(palette.raised), sunken: of(palette.sunken) },
  text: { DEFAULT: of(palette.text), muted: of(palette.muted) },
  status: {
    up: of(palette.up),
    down: of(palette.down),
    partial: of(palette.partial),
    slow: of(palette.partial),
    pending: of(palette.pending),
    none: of(palette.none),
    maintenance: of(palette.maintenance),
    paused: of(palette.paused),
  },
  phase: {
    dns: of(palette.phaseDns),
    connect: of(palette.phaseConnect),
    tls: of(palette.phaseTls),
    firstByte: of(palette.phaseFirstByte),
    body: of(palette.phaseBody),
  },
  accent: {
    DEFAULT: of(palette.accent),
    ...pressable(palette.accentSolid, palette.accent, palette.accentSubtle, palette.edge),
  },
  danger: {
    DEFAULT: of(palette.danger),
    ...pressable(palette.dangerSolid, palette.danger, palette.dangerSubtle, palette.danger),
  },
  gray: pressable(palette.text, palette.text, palette.sunken, palette.edge),
  shade: of(palette.shade),
  edge: of(palette.edge),
  border: { DEFAULT: of(palette.border), muted: of(palette.border), error: of(palette.danger) },
  bg: {
    DEFAULT: of(palette.surface),
    panel: of(palette.raised),
    subtle: of(palette.surface),
    muted: of(palette.sunken),
  },
  fg: { DEFAULT: of(palette.text), muted: of(palette.muted), subtle: of(palette.muted), error: of(palette.danger) },
});
