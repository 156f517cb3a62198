/**
 * Procedures for changes by others. The outbox's own deliveries are not listed. If a colleague's value has
 * replaced a delivered one, it is listed as overwritten.
 */
import { implement } from '@orpc/server';
import type { Change, ChangesOf } from '#shared/contract/changes';
import { contract } from '#shared/contract/contract';
import type { IntentKind } from '#shared/domain/intent';
import { kindOfResource } from '#shared/domain/intent-resources';
import type { ResourceName } from '#shared/domain/resources';
import type { Accounts } from '../accounts/accounts';
import type { Workspace } from '../accounts/workspace/workspace';
import { columnComparison } from '../outbox/compare/compare-columns';
import type { UnseenChange } from '../store/read/changes';
import { CATALOGUE } from '../store/schema/catalogue';
import { refsOf } from '../store/write/column-values';
import { withCopyErrorCodes } from './contract-errors';

/** The last delivered value of each field of a record, by its wire name. */
const deliveredValues = ({ outbox }: Workspace, kind: IntentKind, id: string): Map<string, unknown> =>
  new Map(
    outbox
      .forRecord(kind, id)
      .filter(({ state }) => state === 'applied')
      .toSorted((a, b) => a.createdAt - b.createdAt)
      .flatMap(({ command }) => Object.entries(command.fields)),
  );

/** The name of a user in the fields of a record that name users. */
const nameOfPerson = (
  resource: ResourceName,
  values: Readonly<Record<string, unknown>>,
  person: string,
): string | null =>
  CATALOGUE[resource].fields
    .filter(({ kind }) => kind === 'user' || kind === 'users')
    .flatMap(({ key }) => refsOf(values[key]))
    .find(({ id, name }) => id === person && name !== null)?.name ?? null;

/** Returns null if the change contains nothing by others. */
const toldChange = (workspace: Workspace, change: UnseenChange): Change | null => {
  const { resource, id, kind, at, person } = change;
  const found = workspace.records.get(resource, id);
  if (!found) return null;
  const intentKind = kindOfResource(resource);
  const delivered =
    intentKind === undefined ? new Map<string, unknown>() : deliveredValues(workspace, intentKind, id);
  // The record was made here and delivered, so it is not listed as new.
  const isOwn =
    kind === 'new' &&
    intentKind !== undefined &&
    workspace.outbox.forRecord(intentKind, id).some(({ command }) => command.target === null);
  if (isOwn) return null;
  const comparisonOf =
    intentKind === undefined ? () => null : columnComparison(intentKind, delivered, found.row.values);
  const fields = change.fields.filter((field) => comparisonOf(field) !== 'same');
  if (kind === 'changed' && fields.length === 0) return null;
  return {
    resource,
    id,
    title: found.title,
    kind,
    fields,
    overwritten: fields.filter((field) => comparisonOf(field) === 'different'),
    person: person === '' ? null : person,
    personName: nameOfPerson(resource, found.row.values, person),
    at,
  };
};

/** The latest `limit` changes by others. The user's own changes are left out before they are counted. */
const toldChanges = (workspace: Workspace, self: string, limit: number, of?: ChangesOf): Change[] => {
  for (let most = limit; ; most *= 4) {
    const noted = workspace.cache.unseenChanges(self, most, of);
    const told = noted.flatMap((change) => toldChange(workspace, change) ?? []);
    if (told.length >= limit || noted.length < most) return told.slice(0, limit);
  }
};

export const changesHandlers = (accounts: Accounts) => {
  const os = implement(contract.changes).use(withCopyErrorCodes(accounts));
  return {
    unseen: os.unseen.handler(({ input }) => {
      const workspace = accounts.current();
      const self = accounts.state().account?.selfUserId ?? null;
      if (!workspace || self === null) return [];
      return toldChanges(workspace, self, input.limit, input.of);
    }),
    see: os.see.handler(({ input }) => {
      accounts.current()?.cache.seeChanges(input.refs, input.until);
      return { ok: true as const };
    }),
  };
};
