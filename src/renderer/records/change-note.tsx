/**
 * Shows on an opened record what others changed since the user last opened it. Opening it marks the changes
 * as seen.
 */
import { IconEyeExclamation } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { Change } from '#shared/contract/changes';
import type { ResourceName } from '#shared/domain/resources';
import css from './money.module.css';
import { useChangeWords, useSee, useUnseenOf } from './changes';

export const ChangeNote = ({ resource, id }: { resource: ResourceName; id: string }) => {
  const words = useChangeWords();
  const see = useSee();
  const unseen = useUnseenOf(resource, () => [id]).find((change) => change.id === id);
  // The note stays as long as the record is open.
  const [told, setTold] = useState<Change | undefined>(unseen);
  if (unseen !== undefined && unseen.at !== told?.at) setTold(unseen);
  useEffect(() => {
    if (unseen !== undefined) see([unseen]);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `see` is a new function with every render
  }, [unseen?.at, resource, id]);
  if (told === undefined) return null;
  return (
    <p className={css.change} role="status" data-overwritten={told.overwritten.length > 0}>
      <IconEyeExclamation size={14} aria-hidden />
      <span>{words(told)}</span>
    </p>
  );
};
