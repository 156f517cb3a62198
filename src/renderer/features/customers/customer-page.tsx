/** One page per company or lead: profile, figures, and the whole timeline. Documents open beside it. */
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordView } from '#shared/contract/records';
import type { TimelineSubject } from '#shared/contract/timeline';
import { setParams, useRoute } from '../../navigation/router';
import { useMissingKinds } from '../../client/missing-kinds';
import { useRecord } from '../../client/queries';
import { focusShown } from '../../ui/give-focus';
import { EmptyState, Skeleton } from '../../ui/layout';
import { closePanel, readOpen } from '../../records/panel-state';
import { RecordPanel } from '../panel/public';
import { CustomerContacts } from './customer-contacts';
import { CustomerDocuments } from './customer-documents';
import { CustomerGlance } from './customer-glance';
import { CustomerActions, CustomerBar, CustomerHead } from './customer-head';
import { CustomerPrint } from './customer-print';
import { CustomerProfile } from './customer-profile';
import { closeCustomerPage, type Part, readPart, replaceCustomerPage } from '../../navigation/customer-route';
import { CustomerTimeline } from './customer-timeline';
import { isOwnKey } from '../../ui/own-key';
import { hasModifier } from '../../ui/screen-keys';
import { ChangeNote } from '../../records/change-note';
import { useDetailsOnOpen } from '../../records/details-on-open';
import { useRememberOpened } from '../../navigation/recent-records';
import css from './customer.module.css';
import { CustomerMoney } from './customer-money';
import { NotRead } from '../../ui/not-read';
import { PageScroll, useRoom } from './page-scroll';
import { recordPin, TakeAlongButton, useTakeAlongKey } from '../travel/public';

const About = ({ record }: { record: RecordView }) => (
  <>
    <CustomerContacts record={record} />
    <CustomerProfile record={record} />
  </>
);

const PageSkeleton = () => (
  <div className={css.pageSkeleton} aria-hidden>
    <Skeleton width="42%" height={22} />
    <Skeleton width="60%" />
    <div className={css.glance}>
      {[1, 2, 3, 4, 5, 6].map((at) => (
        <div key={at} className={css.tile}>
          <Skeleton width="60%" />
          <Skeleton width="40%" height={16} />
        </div>
      ))}
    </div>
    {[70, 55, 80, 45, 62].map((width) => (
      <Skeleton key={width} width={`${width}%`} />
    ))}
  </div>
);

const Story = ({
  record,
  subject,
  wide,
}: {
  record: RecordView;
  subject: TimelineSubject;
  wide: boolean;
}) => {
  const { t } = useTranslation();
  const wanted = readPart(useRoute().params);
  const missing = useMissingKinds();
  const hasOpportunities = missing.opportunity === undefined;
  const hasCollections = missing.collection === undefined;
  const parts: Part[] = [
    'timeline',
    ...(subject.resource === 'company'
      ? ([
          ...(hasOpportunities ? (['opportunity'] as const) : []),
          'order',
          'quotation',
          'outboundInvoice',
          'receipt',
          ...(hasCollections ? (['collection'] as const) : []),
        ] as const)
      : []),
    ...(wide ? [] : (['about'] as const)),
  ];
  const part = parts.includes(wanted) ? wanted : 'timeline';
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const back = event.key === 'ArrowLeft' ? -1 : 0;
    const by = event.key === 'ArrowRight' ? 1 : back;
    const next = parts[(parts.indexOf(part) + by + parts.length) % parts.length];
    if (by === 0 || hasModifier(event) || next === undefined) return;
    event.preventDefault();
    setParams({ part: next === 'timeline' ? undefined : next });
    event.currentTarget.querySelector<HTMLElement>(`[data-part="${next}"]`)?.focus();
  };
  const otherPart = (shown: Exclude<typeof part, 'timeline'>) =>
    shown === 'about' ? (
      <div className={css.aboutPart}>
        <About record={record} />
      </div>
    ) : (
      <CustomerDocuments key={shown} kind={shown} companyId={record.id} name={record.title} />
    );
  return (
    <section className={css.story}>
      {parts.length < 2 ? null : (
        <div className={css.tabs} role="tablist" aria-label={t('customer.tabs')} onKeyDown={onKeyDown}>
          {parts.map((name) => (
            <button
              key={name}
              type="button"
              role="tab"
              id={`part-${name}`}
              data-part={name}
              aria-selected={part === name}
              aria-controls="customer-part"
              tabIndex={part === name ? 0 : -1}
              className={css.tab}
              onClick={() => setParams({ part: name === 'timeline' ? undefined : name })}
            >
              {t(`customer.tab.${name}`)}
            </button>
          ))}
        </div>
      )}
      <div
        className={css.part}
        id="customer-part"
        {...(parts.length < 2 ? {} : { role: 'tabpanel', 'aria-labelledby': `part-${part}` })}
      >
        {part === 'timeline' ? (
          <CustomerTimeline subject={subject} createdAt={record.values.create_time} />
        ) : (
          otherPart(part)
        )}
      </div>
    </section>
  );
};

export const CustomerPage = ({ subject }: { subject: TimelineSubject }) => {
  const { t } = useTranslation();
  const { params } = useRoute();
  const { resource, id } = subject;
  const { data: record, isError, refetch } = useRecord(resource, id);
  useRememberOpened(record, id);
  useDetailsOnOpen(record);
  const { page, above, width, isWide: wide, scrolls } = useRoom();
  const open = readOpen(params);
  const heading = useRef<HTMLDivElement>(null);
  const known = record !== undefined && record !== null;

  // A new customer has another id after it was delivered; the page then changes to that id.
  const movedTo = record?.movedTo;
  useEffect(() => {
    if (movedTo !== undefined && movedTo !== id) replaceCustomerPage({ resource, id: movedTo });
  }, [movedTo, id, resource]);
  useEffect(() => {
    if (known) focusShown(heading.current?.querySelector<HTMLElement>('[data-autofocus-page]'));
  }, [known, id]);

  useTakeAlongKey(() => {
    const pin = open ? recordPin(open.resource, open.id) : recordPin(resource, record?.id ?? id);
    return pin === null ? [] : [pin];
  });

  const focusPage = (): void =>
    focusShown(heading.current?.querySelector<HTMLElement>('[data-autofocus-page]'));
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !isOwnKey(event)) return;
    if (open) closePanel();
    else closeCustomerPage();
  };
  const withoutRecord = () => {
    if (record === null) return <EmptyState title={t('customer.gone')} hint={t('customer.goneHint')} />;
    return isError ? <NotRead failed onRetry={() => void refetch()} /> : <PageSkeleton />;
  };
  return (
    <div className={css.screen}>
      <div
        className={css.page}
        ref={page}
        tabIndex={-1}
        data-scrolls={scrolls === null ? undefined : 'as-one'}
        onKeyDown={onKeyDown}
      >
        <CustomerBar subject={subject}>
          {known ? <TakeAlongButton resource={resource} id={record.id} /> : null}
          {known ? <CustomerPrint subject={{ resource, id: record.id }} /> : null}
          {known ? <CustomerActions subject={{ resource, id: record.id }} width={width} /> : null}
        </CustomerBar>
        <div ref={above} className={css.above}>
          {known ? (
            <>
              <div ref={heading}>
                <CustomerHead record={record} />
              </div>
              <div className={css.changeNote}>
                <ChangeNote key={record.id} resource={resource} id={record.id} />
              </div>
              <CustomerGlance subject={subject} />
              {resource === 'company' ? <CustomerMoney id={record.id} /> : null}
            </>
          ) : null}
        </div>
        {known ? (
          <PageScroll value={scrolls}>
            <div className={css.columns}>
              <Story record={record} subject={subject} wide={wide} />
              {wide ? (
                <aside className={css.aside} aria-label={t('customer.tab.about')}>
                  <About record={record} />
                </aside>
              ) : null}
            </div>
          </PageScroll>
        ) : (
          withoutRecord()
        )}
      </div>
      {open ? <RecordPanel key="panel" resource={open.resource} id={open.id} onClosed={focusPage} /> : null}
    </div>
  );
};
