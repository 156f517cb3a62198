/** A new opportunity starts in the CRM's default sales process, in the first stage that is not disabled. */
import { describe, expect, it } from 'vitest';
import type { LookupItem } from '#shared/http-api/lookups';
import { buildBlank } from '../../../../src/renderer/forms/opening/form-blank';
import { windowOver } from '../../../support/renderer/window-over';

const flow = (id: string, over: object = {}): LookupItem => ({ id, name: `Process ${id}`, raw: over });
const stage = (id: string, parentId: string, over: object = {}): LookupItem => ({
  id,
  name: `Stage ${id}`,
  parentId,
  raw: over,
});

const begun = async (opportunityFlow: LookupItem[], opportunityStage: LookupItem[]) => {
  const lookups: Record<string, LookupItem[]> = { opportunityFlow, opportunityStage };
  windowOver({ records: { lookup: ({ name }: { name: string }) => lookups[name] ?? [] } });
  const { fields } = await buildBlank('opportunity', null, { selfUserId: '3', now: '2026-11-22 10:00:00' });
  return fields;
};

describe('a new opportunity', () => {
  it('begins in the first stage of the default process', async () => {
    const flows = [flow('1'), flow('2', { default_flag: '1', enable_flag: '1' })];
    const stages = [stage('10', '1'), stage('20', '2', { enable_flag: 1 }), stage('21', '2')];
    expect(await begun(flows, stages)).toEqual({ flow_id: '2', stage: '20', main_user: '3' });
  });

  it('skips stages and processes that are switched off in the CRM', async () => {
    const flows = [flow('1', { default_flag: 1, enable_flag: 0 }), flow('2')];
    const stages = [stage('10', '1'), stage('20', '2', { enable_flag: '0' }), stage('21', '2')];
    expect(await begun(flows, stages)).toEqual({ flow_id: '2', stage: '21', main_user: '3' });
  });

  it('has no stage where none is offered', async () => {
    expect(await begun([flow('1')], [stage('10', '1', { enable_flag: 0 })])).toEqual({ main_user: '3' });
    expect(await begun([], [])).toEqual({ main_user: '3' });
  });
});
