import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Filter } from '#shared/contract/records';
import type { ResourceName } from '#shared/domain/resources';
import { goTo } from '../../navigation/router';
import { placeOf } from '../../navigation/places';
import { MISSING_WORDS, type MissingReason } from '../../client/missing-kinds';
import { Skeleton } from '../../ui/layout';
import { filtersParam } from '../../records/list-view';
import css from './today.module.css';

/** Opens the list of a resource, filtered and sorted as the card that led there. */
export const goToFiltered = (resource: ResourceName, filters: Filter[], sort?: string): void => {
  const { screen, params } = placeOf(resource);
  goTo(screen, { ...params, f: filtersParam(filters) ?? '', ...(sort === undefined ? {} : { s: sort }) });
};

/** What a card says in place of rows of a kind that this computer has no copy of. */
export const NotHere = ({ resource, why }: { resource: ResourceName; why: MissingReason }) => {
  const { t } = useTranslation();
  const what = t(`list.what.${resource}`);
  return <p className={css.none}>{t(`list.${MISSING_WORDS[why]}`, { what })}</p>;
};

/** `person` is the user whose work is shown; null for everyone's. */
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
  onMore?: () => void;
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
            aria-label={`${t('today.seeAll')}: ${title}`}
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

export const Loading = ({ lines = 4 }: { lines?: number }) => (
  <div className={css.skeleton} aria-hidden>
    {Array.from({ length: lines }, (_, at) => (
      <div key={at}>
        <Skeleton width={`${45 + ((at * 17) % 35)}%`} />
        <Skeleton width={`${25 + ((at * 11) % 30)}%`} />
      </div>
    ))}
  </div>
);
