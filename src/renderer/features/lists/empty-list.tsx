/** What a list shows in place of its rows: why it has none, and what the user can do. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ResourceName } from '#shared/domain/resources';
import { core } from '../../client/client';
import { useIncomplete } from '../../client/missing-kinds';
import { useNewKindOf } from '../../navigation/new-dialog-state';
import { RESOURCE_ICONS } from '../../navigation/places';
import { EmptyState } from '../../ui/layout';

interface EmptyListProps {
  resource: ResourceName;
  /** The state of the copy of this kind of record. */
  sync: string | undefined;
  /** Removes search and filters; undefined for a list without them. */
  onClear: (() => void) | undefined;
}

export const EmptyList = ({ resource, sync, onClear }: EmptyListProps) => {
  const { t } = useTranslation();
  const isIncomplete = useIncomplete([resource]);
  const canBegin = useNewKindOf(resource) !== undefined;
  const what = t(`list.what.${resource}`);
  const Icon = RESOURCE_ICONS[resource];
  /** The keys of the title and of the hint. */
  const words = (): [string, string] => {
    if (sync === 'left-out') return ['list.leftOut', 'list.leftOutHint'];
    if (sync === 'no-permission') return ['list.noPermission', 'list.noPermissionHint'];
    if (sync === 'not-offered') return ['list.notOffered', 'list.notOfferedHint'];
    if (onClear && isIncomplete) return ['list.noMatchHere', 'list.notAllHere'];
    if (onClear) return ['list.noMatch', 'list.noMatchHint'];
    if (sync !== 'complete') return ['list.empty', 'list.emptyHint'];
    return ['list.empty', canBegin ? 'list.emptyBegin' : 'list.emptyComplete'];
  };
  const [title, hint] = words();
  const clear = onClear && (
    <Button variant="default" onClick={onClear}>
      {t('list.clearFilters')}
    </Button>
  );
  return (
    <EmptyState
      icon={<Icon size={28} stroke={1.4} />}
      title={t(title, { what })}
      hint={t(hint, { what })}
      action={
        sync === 'left-out' ? (
          <Button variant="default" onClick={() => void core.sync.keep({ resource, keep: true })}>
            {t('list.takeIn')}
          </Button>
        ) : (
          clear
        )
      }
    />
  );
};
