// `node scripts/make-icons.mjs`: draws resources/icon.svg with the Chromium of the tests in every size that
// the systems need, and packs the images as .ico and .icns, which both hold unchanged PNG images. Run it
// after a change of the drawing; the results are committed.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { root } from './ensure-build.mjs';
import { findBrowser } from './find-browser.mjs';

const SIZES = [16, 24, 32, 48, 64, 128, 256, 512, 1024];
const ICO_SIZES = [16, 24, 32, 48, 64, 128, 256];
// Types of the Apple icon image format that hold PNG, by pixels. The second type of a size is for
// high-density screens.
const ICNS_TYPES = [
  ['icp4', 16],
  ['icp5', 32],
  ['ic07', 128],
  ['ic08', 256],
  ['ic09', 512],
  ['ic10', 1024],
  ['ic11', 32],
  ['ic12', 64],
  ['ic13', 256],
  ['ic14', 512],
];

const browser = await chromium.launch({ executablePath: await findBrowser(), args: ['--no-sandbox'] });
const svg = readFileSync(join(root, 'resources', 'icon.svg'), 'utf8');
const images = new Map();
for (const size of SIZES) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(
    `<style>html,body{margin:0;background:transparent}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`,
  );
  images.set(size, await page.screenshot({ omitBackground: true }));
  await page.close();
}
await browser.close();

/** ICONDIR, then one entry of 16 bytes per image, then the images. The size 256 is written as 0. */
const ico = () => {
  const head = Buffer.alloc(6 + 16 * ICO_SIZES.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(ICO_SIZES.length, 4);
  let offset = head.length;
  for (const [at, size] of ICO_SIZES.entries()) {
    const entry = 6 + 16 * at;
    const { length } = images.get(size);
    head.writeUInt8(size % 256, entry);
    head.writeUInt8(size % 256, entry + 1);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(length, entry + 8);
    head.writeUInt32LE(offset, entry + 12);
    offset += length;
  }
  return Buffer.concat([head, ...ICO_SIZES.map((size) => images.get(size))]);
};

const icns = () => {
  const parts = ICNS_TYPES.map(([type, size]) => {
    const head = Buffer.alloc(8);
    head.write(type, 'ascii');
    head.writeUInt32BE(8 + images.get(size).length, 4);
    return Buffer.concat([head, images.get(size)]);
  });
  const head = Buffer.alloc(8);
  head.write('icns', 'ascii');
  head.writeUInt32BE(8 + parts.reduce((sum, part) => sum + part.length, 0), 4);
  return Buffer.concat([head, ...parts]);
};

mkdirSync(join(root, 'resources', 'icons'), { recursive: true });
for (const size of SIZES.filter((size) => size !== 24 && size !== 1024))
  writeFileSync(join(root, 'resources', 'icons', `${size}x${size}.png`), images.get(size));
writeFileSync(join(root, 'resources', 'icon.png'), images.get(512));
writeFileSync(join(root, 'resources', 'icon.ico'), ico());
writeFileSync(join(root, 'resources', 'icon.icns'), icns());
console.log(`icons in ${SIZES.length} sizes, .ico and .icns, in resources/`);
writeFileSync(
  join(root, 'src', 'main', 'electron', 'tray-icon.ts'),
  `/** resources/icons/32x32.png, which is not among the app's own files; made by scripts/make-icons.mjs. */\nexport const TRAY_ICON = 'data:image/png;base64,${images.get(32).toString('base64')}';\n`,
);
