import { SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Filter } from '#shared/contract/records';
import type { ResourceName } from '#shared/domain/resources';
import { setParams, useRoute } from '../../navigation/router';
import { useAppState } from '../../client/queries';
import { MISSING_WORDS, type MissingReason } from '../../client/missing-kinds';
import css from './today.module.css';

/** The text of a card for a kind of which this computer has no copy. */
export const NotHere = ({ resource, why }: { resource: ResourceName; why: MissingReason }) => {
  const { t } = useTranslation();
  const what = t(`list.what.${resource}`);
  return <p className={css.none}>{t(`list.${MISSING_WORDS[why]}`, { what })}</p>;
};

/** Returns the filter for `person`, the user whose work is shown; null means everyone. */
export const mineBy = (field: string, person: string | null): Filter[] =>
  person === null ? [] : [{ field, op: 'in', values: [person] }];

export const Card = ({
  title,
  note,
  onMore,
  children,
}: {
  title: string;
  note?: ReactNode;
  onMore?: (() => void) | undefined;
  children: ReactNode;
}) => {
  const { t } = useTranslation();
  return (
    <section className={css.card} aria-label={title}>
      <div className={css.cardHead}>
        <h2 className={css.cardTitle}>{title}</h2>
        {note}
        {onMore === undefined ? null : (
          <button
            type="button"
            className={css.more}
            aria-label={`${t('today.seeAll')} · ${title}`}
            onClick={onMore}
          >
            {t('today.seeAll')}
          </button>
        )}
      </div>
      {children}
    </section>
  );
};

/** The user's id at the service, null if unknown, and whose records the screen shows: null is everybody's. */
export const useWhose = (): { self: string | null; person: string | null } => {
  const { params } = useRoute();
  const self = useAppState().data?.account?.selfUserId ?? null;
  return { self, person: params.who === 'all' ? null : self };
};

/** Switches between the user's records and everyone's; renders nothing while the user is unknown. */
export const WhoseSwitch = () => {
  const { t } = useTranslation();
  const { self, person } = useWhose();
  if (self === null) return null;
  return (
    <SegmentedControl
      aria-label={t('today.whose')}
      value={person === null ? 'all' : 'mine'}
      onChange={(who) => setParams({ who: who === 'all' ? 'all' : undefined })}
      data={[
        { value: 'mine', label: t('today.mine') },
        { value: 'all', label: t('today.everyone') },
      ]}
    />
  );
};
