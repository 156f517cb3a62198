/**
 * Reads the JSON report of a test run and prints its failures, so that they stand at the end of a long log, where a
 * build server shows them.
 */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** The first lines of a message, without the colours and the place in the source. */
const headOf = (message) =>
  stripVTControlCharacters(message)
    .split(/\n\s+at /)[0]
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, 12)
    .join('\n  ');

/**
 * @param {string} file the report
 * @param {string} root the folder that names of test files are relative to
 * @returns {{ passed: number, failed: number, skipped: number, failures: string[] }} `failures`: the file, the name
 *   and the message of each test that failed, and of each file that could not be run
 */
export const readTestReport = (file, root) => {
  const report = JSON.parse(readFileSync(file, 'utf8'));
  const failures = report.testResults.flatMap(({ name, message, status, assertionResults }) => {
    const path = relative(root, name);
    const tests = assertionResults.filter((test) => test.status === 'failed');
    if (status === 'failed' && tests.length === 0) return [`${path}\n  ${headOf(message)}`];
    return tests.map(
      ({ fullName, failureMessages }) => `${path} > ${fullName}\n  ${headOf(failureMessages[0] ?? '')}`,
    );
  });
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
    failures,
  };
};

/** Prints each failure after a line with FAILED, which `.ci/run` looks for, and a blank line after it. */
export const printFailures = (failures) => {
  for (const failure of failures) console.log(`FAILED ${failure}\n`);
};
