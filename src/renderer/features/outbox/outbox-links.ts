/**
 * Links to and from the outbox: each item has a link (`#/outbox?item=…`), and each form has one (`form=…`).
 */
import { RESOURCE_OF_KIND } from '#shared/domain/intent-resources';
import type { IntentView } from '#shared/contract/outbox-item';
import { goTo, setParams } from '../../navigation/router';
import { placeOf } from '../../navigation/places';
import { openOnScreen } from '../../records/panel-state';

export const showItem = (id: string): void => goTo('outbox', { item: id });
export const selectItem = (id: string): void => setParams({ item: id });

/** Opens the record of an item, by the service's id if it has one. */
export const openRecordOf = (item: Pick<IntentView, 'id' | 'kind' | 'command' | 'realId'>): void => {
  const resource = RESOURCE_OF_KIND[item.kind];
  openOnScreen(placeOf(resource), { resource, id: item.realId ?? item.command.target ?? item.id });
};
