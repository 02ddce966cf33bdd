/** Pictures for the demonstration, drawn here: nobody's face, nobody's document and nobody's hand. */
import { writePng } from '../../core/files/png.ts';
import { chance } from './people.rules.ts';

type Colour = readonly [red: number, green: number, blue: number];

const WHITE: Colour = [255, 255, 255];
const INK: Colour = [24, 32, 74];
const PAPER: Colour = [226, 236, 228];
const BACKGROUNDS: readonly Colour[] = [
  [11, 107, 80],
  [122, 74, 0],
  [47, 78, 140],
  [120, 40, 90],
];
const SKINS: readonly Colour[] = [
  [92, 58, 38],
  [120, 78, 50],
  [74, 46, 32],
];
const SHIRTS: readonly Colour[] = [
  [236, 226, 200],
  [196, 60, 48],
  [70, 130, 160],
];

const PORTRAIT = { width: 120, height: 150 };
const CARD = { width: 320, height: 200 };
const SIGNATURE = { width: 240, height: 80 };
const EMBLEM = { width: 200, height: 200 };

/** Head and shoulders. @param who identifies the person: always the same picture */
export function portraitOf(who: string): Buffer {
  const pick = (what: string, of: readonly Colour[]): Colour =>
    of[chance(`${what} ${who}`, of.length)] ?? INK;
  const [background, skin, shirt] = [
    pick('background', BACKGROUNDS),
    pick('skin', SKINS),
    pick('shirt', SHIRTS),
  ];
  const { width, height } = PORTRAIT;
  return png(PORTRAIT, (x, y) => {
    const across = (x - width / 2) / width;
    if ((across / 0.21) ** 2 + ((y / height - 0.4) / 0.21) ** 2 < 1) return skin;
    if ((across / 0.42) ** 2 + ((y / height - 1.05) / 0.36) ** 2 < 1) return shirt;
    return background;
  });
}

/** A card with a picture and lines in which nothing can be read. */
export function cardOf(who: string): Buffer {
  const background = BACKGROUNDS[chance(`background ${who}`, BACKGROUNDS.length)] ?? INK;
  return png(CARD, (x, y) => {
    if (y < 34) return background;
    if (x > 20 && x < 110 && y > 54 && y < 170) return background;
    const line = Math.floor((y - 60) / 22);
    const is_written = (y - 60) % 22 < 8 && line >= 0 && line < 5;
    return is_written && x > 130 && x < 200 + chance(`line ${line} ${who}`, 90) ? INK : PAPER;
  });
}

/** Two leaves on a round field. */
export function emblem(): Buffer {
  const { width, height } = EMBLEM;
  const [green, gold, field] = [BACKGROUNDS[0], BACKGROUNDS[1], SHIRTS[0]] as [Colour, Colour, Colour];
  return png(EMBLEM, (x, y) => {
    const [across, down] = [(x - width / 2) / width, (y - height / 2) / height];
    if (across ** 2 + down ** 2 > 0.24) return WHITE;
    const leaf = (side: number): number =>
      ((across - side * 0.14) / 0.17) ** 2 + ((down - side * 0.06) / 0.3) ** 2;
    if (leaf(-1) < 1) return green;
    return leaf(1) < 1 ? gold : field;
  });
}

/** A wave of ink. */
export function signatureOf(who: string): Buffer {
  const { width, height } = SIGNATURE;
  const beats = 3 + chance(`beats ${who}`, 4);
  return png(SIGNATURE, (x, y) => {
    const along = x / width;
    const wave = height * (0.5 + 0.35 * Math.sin(along * beats * 2 * Math.PI) * (1 - along));
    return along > 0.06 && along < 0.94 && Math.abs(y - wave) < 2.5 ? INK : WHITE;
  });
}

function png(
  { width, height }: { width: number; height: number },
  colourAt: (x: number, y: number) => Colour,
): Buffer {
  const rgb = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) rgb.set(colourAt(x, y), (y * width + x) * 3);
  return writePng({ width, height, rgb });
}
