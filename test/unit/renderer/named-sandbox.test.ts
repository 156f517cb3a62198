import { expect, it } from 'vitest';
import { isNamedSandbox } from '../../../src/renderer/features/first-run/named-sandbox';

it('warns about a host named sandbox, but not about a path or a longer word', () => {
  for (const url of [
    'https://api-sandbox.crm.example',
    'sandbox.crm.example/v1',
    ' HTTPS://Sandbox.example ',
  ])
    expect(isNamedSandbox(url), url).toBe(true);
  for (const url of ['https://api.crm.example/sandbox', 'https://sandboxes.example', ''])
    expect(isNamedSandbox(url), url).toBe(false);
});
