import { IconClock } from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '#shared/contract/records';
import type { TimelineEntry, TimelineSubject } from '#shared/contract/timeline';
import { RESOURCE_INFO, type ResourceName } from '#shared/domain/resources';
import { linesOf, nameOf } from '#shared/domain/nested-values';
import { hasTimeOfDay } from '#shared/domain/time';
import { RESOURCE_ICONS } from '../../navigation/places';
import { formatClock, formatServerText, serverTextToEpoch } from '../../format/time';
import { type FormatContext, displayText, listText } from '../../format/values';
import { type Tone, toneOf } from '../../format/tone';
import { Pill } from '../../ui/pill';
import { rowAmount } from '../../records/row-words';
import css from './timeline.module.css';

const enumColumn = (key: string, options: string): Column => ({ key, kind: 'enum', options, sort: 'none' });
const statusColumn = (key: string): Column => ({ key, kind: 'status', sort: 'none' });
/** States that a line of the timeline shows as a pill. */
const STATES: Partial<Record<ResourceName, readonly Column[]>> = {
  order: [statusColumn('shipping_status'), statusColumn('end_status')],
  quotation: [enumColumn('approval_status', 'approvalStatus')],
  outboundInvoice: [enumColumn('status', 'outboundStatus')],
  receipt: [enumColumn('status', 'receiptStatus')],
};
const TYPE = enumColumn('type', 'trailType');
const INTENT_TONES: Readonly<Record<TimelineEntry['intents'][number]['state'], Tone>> = {
  queued: 'gray',
  sending: 'blue',
  applied: 'green',
  rejected: 'red',
  conflict: 'red',
  uncertain: 'violet',
  discarded: 'gray',
};

/** As in the lists and the outbox, an item that waits for the user is not "checking" or "to send". */
const pendingOf = ({ intents, needsUser }: TimelineEntry): { word: string; tone: Tone } | null => {
  const state = intents.at(-1)?.state;
  if (state === undefined) return null;
  return needsUser && (state === 'uncertain' || state === 'queued')
    ? { word: 'outbox.group.needs', tone: 'yellow' }
    : { word: `customer.state.${state}`, tone: INTENT_TONES[state] };
};

const whoOf = (values: Readonly<Record<string, unknown>>, format: FormatContext): string => {
  const people =
    [values.handler_info, values.users_info].find((value) => linesOf(value).length > 0) ??
    values.create_user_info;
  return displayText({ key: 'handler_info', kind: 'users', sort: 'none' }, people, values, format);
};

const contactsOf = (
  { customer_info: customers, lead_customer_info: leads }: Readonly<Record<string, unknown>>,
  locale: string,
): string => listText([...linesOf(customers), ...linesOf(leads)].map(nameOf), locale);

interface EntryProps {
  entry: TimelineEntry;
  index: number;
  subject: TimelineSubject;
  format: FormatContext;
  isStop: boolean;
  byMonth: boolean;
  onOpen: (entry: TimelineEntry) => void;
  onFocus: (index: number) => void;
}

/**
 * One entry of the timeline: what happened, by whom, when, with its text or amount. Memoized, so that
 * scrolling does not render it again.
 */
export const TimelineLine = memo(
  ({ entry, index, subject, format, isStop, byMonth, onOpen, onFocus }: EntryProps) => {
    const { t, i18n } = useTranslation();
    const { kind, resource, values, time } = entry;
    const Icon = kind === 'edit' ? IconClock : RESOURCE_ICONS[resource];
    const epoch = serverTextToEpoch(time, format.offsetMs);
    const isDay = !hasTimeOfDay(time);
    const whenOf = (at: number): string =>
      byMonth || isDay
        ? formatServerText(isDay ? time.slice(0, 10) : time, format.locale, format.offsetMs)
        : formatClock(at, format.locale);
    const when = epoch === undefined ? '' : whenOf(epoch);
    const pending = pendingOf(entry);
    const row = { id: entry.id, values };
    const { title, tone, body, more }: { title: string; tone?: Tone; body?: ReactNode; more: string[] } =
      (() => {
        if (kind === 'edit') {
          const isSelf = resource === subject.resource;
          const fields = Object.keys(values)
            .map((key) => (i18n.exists(`field.${resource}.${key}`) ? t(`field.${resource}.${key}`) : ''))
            .filter(Boolean);
          const isNew = entry.id.startsWith('local:');
          // Leads are on the screen of customers, but a lead is not a customer yet.
          const ownTitle =
            resource === 'lead'
              ? t(isNew ? 'outbox.create.lead' : 'outbox.change.lead')
              : t(isNew ? 'customer.newRecord' : 'customer.changeSelf');
          const otherTitle =
            isNew && resource === 'opportunity'
              ? t('outbox.create.opportunity')
              : t('customer.change', { what: t(`resourceOne.${resource}`) });
          return {
            title: isSelf ? ownTitle : otherTitle,
            body: t('customer.changes', { fields: listText(fields, format.locale) }),
            more: [],
          };
        }
        if (kind === 'trail') {
          const type = displayText(TYPE, values.type, values, format);
          const people = contactsOf(values, format.locale);
          const files = linesOf(values.file_info).length;
          const comments = Number(values.comment_count) || 0;
          const named = type === '' ? t('resourceOne.trail') : type;
          return {
            title: /^\d+$/.test(type) ? t('customer.trailType', { type }) : named,
            tone: toneOf(TYPE, values.type) ?? 'gray',
            body: typeof values.content === 'string' ? values.content.trim() : '',
            more: [
              people === '' ? '' : t('customer.withPeople', { names: people }),
              nameOf(values.opportunity_info) === ''
                ? ''
                : t('customer.about', { name: nameOf(values.opportunity_info) }),
              files > 0 ? t('customer.attachments', { count: files }) : '',
              comments > 0 ? t('customer.comments', { count: comments }) : '',
            ],
          };
        }
        const number = String(values[RESOURCE_INFO[resource].numberField ?? ''] ?? '');
        const name = typeof values.name === 'string' ? values.name : '';
        return {
          title: [t(`resourceOne.${resource}`), number].filter(Boolean).join(' '),
          body: name === number ? '' : name,
          more: [],
        };
      })();
    const amount = rowAmount(resource, row, format);
    const who = whoOf(values, format);
    const details = more.filter(Boolean);
    const states =
      kind === 'edit'
        ? []
        : (STATES[resource] ?? []).flatMap((column) => {
            const text = displayText(column, values[column.key], values, format);
            return text === ''
              ? []
              : [{ key: column.key, text, tone: toneOf(column, values[column.key]) ?? ('gray' as const) }];
          });
    // The user can select text in the line with the mouse; only a click without a selection opens the entry.
    const open = (): void => {
      if (window.getSelection()?.isCollapsed ?? true) onOpen(entry);
    };
    return (
      <div className={css.line} data-kind={kind} data-pending={pending !== null} onClick={open}>
        <span className={css.icon}>
          <Icon size={14} stroke={1.8} aria-hidden />
        </span>
        <div className={css.text}>
          <div className={css.lineHead}>
            <button
              type="button"
              className={css.title}
              tabIndex={isStop ? 0 : -1}
              data-line
              onFocus={() => onFocus(index)}
              onClick={(event) => {
                event.stopPropagation();
                onOpen(entry);
              }}
            >
              {tone ? <Pill tone={tone}>{title}</Pill> : title}
            </button>
            {who === '' ? null : <span className={css.who}>{who}</span>}
            {entry.draft === true ? (
              <Pill soft tone="gray">
                {t('common.draft')}
              </Pill>
            ) : null}
            {states.map(({ key, text, tone: stateTone }) => (
              <Pill key={key} soft tone={stateTone}>
                {text}
              </Pill>
            ))}
            {pending === null ? null : (
              <Pill soft tone={pending.tone}>
                {t(pending.word)}
              </Pill>
            )}
            <time className={css.when} title={time === '' ? '' : t('panel.serverTime', { time })}>
              {when}
            </time>
          </div>
          {amount === '' && (body === undefined || body === '') ? null : (
            <div className={css.lineBody}>
              {body === undefined || body === '' ? (
                <span />
              ) : (
                <p className={`${css.body} selectable`}>{body}</p>
              )}
              {amount === '' ? null : <span className={`${css.amount} num`}>{amount}</span>}
            </div>
          )}
          {details.length === 0 ? null : <p className={css.more}>{details.join(' · ')}</p>}
        </div>
      </div>
    );
  },
);
