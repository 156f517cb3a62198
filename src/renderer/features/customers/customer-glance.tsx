import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { KindFigures, TimelineSubject } from '#shared/contract/timeline';
import {
  MISSING_WORDS,
  type MissingReason,
  useIncomplete,
  useMissingKinds,
} from '../../client/missing-kinds';
import { formatTotal, formatNumber } from '../../format/decimal';
import { formatAgoServer, formatServerDay, formatServerText } from '../../format/time';
import { useFormat } from '../../format/use-format';
import { Skeleton } from '../../ui/layout';
import { useNow } from '../../ui/use-now';
import { setParams } from '../../navigation/router';
import { useFigures } from './customer-queries';
import css from './customer.module.css';

const SHOWN_SUMS = 2;

const Tile = ({
  label,
  value,
  children,
  title,
  onClick,
}: {
  label: string;
  value: ReactNode;
  children?: ReactNode;
  title?: string;
  onClick?: () => void;
}) => {
  const body = (
    <>
      <span className={css.tileLabel}>{label}</span>
      <span className={css.tileValue}>{value}</span>
      <span className={css.tileMore}>{children}</span>
    </>
  );
  const hint = title === undefined || title === '' ? {} : { title };
  return onClick ? (
    <button type="button" className={css.tile} {...hint} onClick={onClick}>
      {body}
    </button>
  ) : (
    <div className={css.tile} {...hint}>
      {body}
    </div>
  );
};

const MissingKindTile = ({ label, why }: { label: string; why: MissingReason }) => {
  const { t } = useTranslation();
  return (
    <Tile label={label} value={<span className={css.none}>{t(`missing.${MISSING_WORDS[why]}`)}</span>} />
  );
};

/** Without a copy of all records it is not known that there is none. */
const Never = ({ kind }: { kind: KindFigures['kind'] }) => {
  const { t } = useTranslation();
  const isIncomplete = useIncomplete([kind]);
  return <span className={css.none}>{t(isIncomplete ? 'money.unknown' : 'customer.never')}</span>;
};

/** Without a copy of all records there may be more: none here does not mean none. */
const Count = ({ kind, count }: { kind: KindFigures['kind']; count: number }) => {
  const { t } = useTranslation();
  const { locale } = useFormat();
  const isIncomplete = useIncomplete([kind]);
  if (isIncomplete && count === 0) return <span className={css.none}>{t('money.unknown')}</span>;
  return formatNumber(count, locale);
};
const NotAllHere = ({ kind, count }: { kind: KindFigures['kind']; count: number }) => {
  const { t } = useTranslation();
  const isIncomplete = useIncomplete([kind]);
  return isIncomplete && count > 0 ? <span>{t('money.incomplete')}</span> : null;
};

/** In place of a figure that is not read: it is still being read, or cannot be read. */
const Unread = ({ failed }: { failed: boolean }) => {
  const { t } = useTranslation();
  if (failed) return <span className={css.none}>{t('money.unknown')}</span>;
  return <Skeleton width={64} height={16} />;
};

/**
 * Shows counts and sums of a company's documents, each with a link to them, and the dates of the last contact
 * and the last sale.
 */
export const CustomerGlance = ({ subject }: { subject: TimelineSubject }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useNow(60_000);
  const { data, isError } = useFigures(subject);
  const missing = useMissingKinds();
  const figures = (kind: KindFigures['kind']): KindFigures | undefined =>
    data?.kinds.find((entry) => entry.kind === kind);
  const money = ({ currency, amount }: KindFigures['sums'][number]): string =>
    formatTotal(amount, format.locale, currency);
  const latest = (kind: KindFigures['kind'], label: string) => {
    const why = missing[kind];
    if (why !== undefined) return <MissingKindTile label={label} why={why} />;
    const time = figures(kind)?.latest?.time;
    const ago = formatAgoServer(time, format.locale, format.offsetMs, now);
    return (
      <Tile
        label={label}
        value={data === undefined ? <Unread failed={isError} /> : ago || <Never kind={kind} />}
        title={formatServerText(time, format.locale, format.offsetMs)}
      >
        {ago === '' ? '' : formatServerDay(time, format.locale, format.offsetMs)}
      </Tile>
    );
  };
  const documents = (kind: 'order' | 'quotation' | 'outboundInvoice' | 'receipt') => {
    const held = figures(kind);
    const why = missing[kind];
    if (why !== undefined) return <MissingKindTile key={kind} label={t(`customer.tab.${kind}`)} why={why} />;
    const more = (held?.sums.length ?? 0) - SHOWN_SUMS;
    return (
      <Tile
        key={kind}
        label={t(`customer.tab.${kind}`)}
        value={held === undefined ? <Unread failed={isError} /> : <Count kind={kind} count={held.count} />}
        title={held?.sums.map(money).join('\n') ?? ''}
        onClick={() => setParams({ part: kind })}
      >
        {held?.sums.slice(0, SHOWN_SUMS).map((sum) => (
          <span key={sum.currency} className="truncate">
            {money(sum)}
          </span>
        ))}
        {more > 0 ? <span className="truncate">{t('customer.more', { count: more })}</span> : null}
        <NotAllHere kind={kind} count={held?.count ?? 0} />
      </Tile>
    );
  };
  const trails = figures('trail')?.count ?? 0;
  const trailCount = () =>
    missing.trail !== undefined ? (
      <MissingKindTile label={t('customer.kindOf.trail')} why={missing.trail} />
    ) : (
      <Tile
        label={t('customer.kindOf.trail')}
        value={data === undefined ? <Unread failed={isError} /> : <Count kind="trail" count={trails} />}
      >
        <NotAllHere kind="trail" count={trails} />
      </Tile>
    );
  return (
    <section className={css.glance} data-few={subject.resource === 'lead'} aria-label={t('customer.glance')}>
      {latest('trail', t('customer.lastContact'))}
      {subject.resource === 'company' ? (
        <>
          {latest('order', t('customer.lastOrder'))}
          {(['order', 'quotation', 'outboundInvoice', 'receipt'] as const).map(documents)}
        </>
      ) : (
        trailCount()
      )}
    </section>
  );
};
