/** `docs/reliability.md`: every fault, the number of its runs, the result, and the command. */
import type { Part } from './part';
import type { PartRuns, Results, Row } from './results';

const COMMAND = 'npm run test:campaign';
/** The row of a part that counts the errors that no code handled; it is no fault that the campaign makes. */
export const UNHANDLED = 'unhandled errors, per run of the part';

export const reportOf = (parts: readonly Part[], results: Results): string => {
  const rows = results.rows();
  const faults = rows.filter(({ fault }) => fault !== UNHANDLED);
  const runs = faults.reduce((sum, row) => sum + row.runs, 0);
  const unexplained = rows.reduce((sum, row) => sum + row.unexplained.length, 0);
  const hours = (results.totalMinutes() / 60).toFixed(1);
  const head = [
    '# Reliability',
    '',
    `Written by \`${COMMAND}\`; do not edit. The results of several runs are added (\`docs/reliability.json\`).`,
    '',
    `The campaign made ${faults.length} faults in ${runs} runs and ${hours} hours, on a machine shared with other work: ` +
      `**${unexplained} unexplained results**. In every run each thread of the app and the service counts ` +
      'unhandled rejections and uncaught exceptions; each one is an unexplained result.',
    '',
  ];
  const body = parts.flatMap((part) => {
    const own = rows.filter((row) => row.part === part.name);
    if (own.length === 0) return [];
    return [
      `## ${part.title}`,
      '',
      `${part.claim} \`${COMMAND} -- --only ${part.name}\``,
      ...whenOf(results.runsOfPart(part.name)),
      '',
      '| Fault | Runs | Result | Figures |',
      '|---|---|---|---|',
      ...own.toSorted((a, b) => a.fault.localeCompare(b.fault)).map(lineOf),
      '',
    ];
  });
  const missing = parts.filter(({ name }) => !rows.some((row) => row.part === name));
  const tail = missing.map(({ title, whyNot }) => `- Not run: ${title}${reason(whyNot?.() ?? null)}`);
  return `${[...head, ...body, ...tail].join('\n').trimEnd()}\n`;
};

const whenOf = (ran: PartRuns | null): string[] => {
  if (ran === null) return ['', 'Run from 2026-11-22 to 2026-11-28, before this page noted the commit.'];
  const [first, last] = [ran.first, ran.last].map(({ day, commit }) => `${day} (commit ${commit})`);
  return [
    '',
    `Run for ${Math.ceil(ran.minutes)} minutes, ${first === last ? `on ${first}` : `from ${first} to ${last}`}.`,
  ];
};

const reason = (why: string | null): string => (why === null ? '.' : `: ${why}.`);

/** The lowest value of all runs; `items of 50` becomes "47 of 50 items". */
const leastOf = (name: string, value: number): string => {
  const [, what, all] = /^(\w+) of (\d+)$/.exec(name) ?? [];
  return what === undefined ? `${name}: at least ${value}` : `${value} of ${all} ${what}`;
};

const lineOf = ({ fault, runs, least, most, unexplained }: Row): string => {
  const figures = [
    ...Object.entries(least).map(([name, value]) => leastOf(name, value)),
    ...Object.entries(most).map(([name, value]) => `${name}: at most ${value}`),
  ];
  const result =
    unexplained.length === 0
      ? 'as expected'
      : `**${unexplained.length} unexplained**: ${unexplained[0]!.replaceAll(/[|\n]/g, ' ').slice(0, 200)}`;
  return `| ${fault.replaceAll('|', ' ')} | ${runs} | ${result} | ${figures.join('; ')} |`;
};
