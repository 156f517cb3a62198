/** Ways to and from the outbox: every item is a link (`#/outbox?item=…`), and every form too (`form=…`). */
import { RESOURCE_OF_KIND } from '#shared/domain/intent-resources';
import type { IntentView } from '#shared/contract/outbox';
import { goTo, setParams } from '../../navigation/router';
import { placeOf } from '../../navigation/places';
import { openOnScreen } from '../../records/panel-state';

export const showItem = (id: string): void => goTo('outbox', { item: id });
export const selectItem = (id: string): void => setParams({ item: id });

/** Opens the record an item is about, under the service's id once it has one. */
export const openRecordOf = (item: Pick<IntentView, 'id' | 'kind' | 'command' | 'realId'>): void => {
  const resource = RESOURCE_OF_KIND[item.kind];
  openOnScreen(placeOf(resource), { resource, id: item.realId ?? item.command.target ?? item.id });
};
