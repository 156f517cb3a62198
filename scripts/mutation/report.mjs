// Writes docs/mutation.md from the results: the number of killed mutants per folder, and each survivor with
// its place.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HARMLESS } from './harmless.mjs';

const AIM = 80;
const code = (text) =>
  `\`${text.replaceAll('`', "'").replaceAll('|', '\\|').replaceAll(/\s+/g, ' ').slice(0, 110)}\``;

export const writeReport = ({ root, folders, results, seed, sample }) => {
  const rows = folders.map(({ folder, all, chosen }) => {
    const tried = chosen.filter(({ key, source }) => results[key]?.source === source);
    const killed = tried.filter(({ key }) => results[key].killed).length;
    const left = tried.filter(({ key }) => !results[key].killed);
    return { folder, all, chosen: chosen.length, tried: tried.length, killed, left };
  });
  const share = ({ killed, tried }) => (tried === 0 ? 0 : (100 * killed) / tried);
  const reasonOf = ({ path, operator, shown }) =>
    HARMLESS.find((one) => one.path === path && one.operator === operator && one.line === shown)?.reason;
  const table = rows.map(
    (row) =>
      `| ${row.folder} | ${row.all} | ${row.tried} | ${row.killed} | ${row.left.length} | ${row.tried === 0 ? '–' : `${share(row).toFixed(0)} %`} |`,
  );
  const survivors = rows
    .flatMap(({ left }) => left)
    .map((one) => {
      const reason = reasonOf(one) ?? (results[one.key].tests === 0 ? '**no test reaches it**' : '**open**');
      return `| ${one.path.slice(4)}:${one.line} | ${one.operator} | ${code(one.shown)} | ${reason} |`;
    });
  const sum = (pick) => rows.reduce((all, row) => all + pick(row), 0);
  const text = `# Mutation testing

Written by \`npm run test:mutation\`; do not edit. It breaks the sources in small standard ways, one at a time, and expects a test to fail: a boundary moved (\`<\` to \`<=\`), a condition negated, \`&&\` for \`||\`, arithmetic exchanged, a call left out, a block emptied, a boolean or a returned literal changed. Lines of the log, types, words and the made-up records of the demo are left as they are.

Of each folder ${sample} mutants are chosen by seed ${seed}. A mutant counts as killed when a unit, contract or integration test that reaches it fails, or does not end, in a copy of the tree. The aim is ${AIM} % in each folder.

${sum(({ killed }) => killed)} of ${sum(({ tried }) => tried)} mutants are killed.

| Folder (\`src/\`) | Mutants in all | Tried | Killed | Survived | Share |
|---|---|---|---|---|---|
${table.join('\n')}

## Survivors

${survivors.length === 0 ? 'None.' : `| Place (\`src/\`) | Operator | Line | Why it is harmless |\n|---|---|---|---|\n${survivors.join('\n')}`}
`;
  writeFileSync(join(root, 'docs/mutation.md'), text);
  for (const row of rows.filter(({ tried }) => tried > 0))
    console.log(`${row.folder.padEnd(22)} ${row.killed} of ${row.tried} killed (${share(row).toFixed(0)} %)`);
  return { short: rows.filter((row) => row.tried > 0 && share(row) < AIM).map(({ folder }) => folder) };
};
