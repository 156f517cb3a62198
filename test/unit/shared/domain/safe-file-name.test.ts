import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { safeFileName } from '#shared/domain/safe-file-name';

describe('a proposed file name', () => {
  it.each([
    ['Order SO-2026/0123', 'Order SO-2026 0123'],
    ['报价单 宁波海港：“一号”', '报价单 宁波海港：“一号”'],
    ['..\\..\\etc\\passwd', 'etc passwd'],
    ['a\u202Egnp.exe', 'a gnp.exe'],
    ['CON', 'Satchel CON'],
    ['aux.2026.1', 'Satchel aux.2026.1'],
    ['Com1 .a', 'Satchel Com1 .a'],
    ['COM², 5', 'COM², 5'],
    ['COM².5', 'Satchel COM².5'],
    ['console.1', 'console.1'],
    ['...', 'Satchel'],
    ['', 'Satchel'],
    ['x'.repeat(400), 'x'.repeat(120)],
    ['🎁'.repeat(200), '🎁'.repeat(60)],
    ['深'.repeat(200), '深'.repeat(80)],
    ['a\nb\0c', 'a b c'],
    [`${'深'.repeat(200)}.xlsx`, `${'深'.repeat(80)}.xlsx`],
    ['con.csv', 'Satchel con.csv'],
    // Windows drops a space or a dot at the end of a name.
    [`${'x'.repeat(119)} y`, 'x'.repeat(119)],
    [`${'x'.repeat(119)}. Ltd`, 'x'.repeat(119)],
  ])('%s', (name, safe) => expect(safeFileName(name)).toBe(safe));

  it('is short enough for a file system that counts bytes', () => {
    const folder = mkdtempSync(join(tmpdir(), 'satchel-pdf-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, `${safeFileName(`报价单 ${'深圳市东昇进出口有限公司'.repeat(10)}`)}.pdf`);
    writeFileSync(file, '');
    expect(existsSync(file)).toBe(true);
  });
});
