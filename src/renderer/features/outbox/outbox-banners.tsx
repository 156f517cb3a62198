import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { IntentView } from '#shared/contract/outbox-item';
import { INTENT_KINDS, type IntentKind } from '#shared/domain/intent';
import { goToSignIn } from '../../navigation/router';
import { usePreferences } from '../../client/preferences';
import { core } from '../../client/client';
import { useOutboxSummary, useSync } from '../../client/events';
import { sentByItself } from '#shared/domain/left-to-send';
import { formatMoment } from '../../format/time';
import { BusyButton } from '../../ui/busy-button';
import { useNow } from '../../ui/use-now';
import { Banner } from './banner';
import { selectItem } from './outbox-links';
import { useOutboxChange } from './use-outbox-change';

/**
 * Shows what holds back more than one item, with a button that resolves it. `items`: the unsettled ones, of a long
 * queue only the first.
 */
export const OutboxBanners = ({ items }: { items: readonly IntentView[] }) => {
  const { t } = useTranslation();
  const locale = usePreferences((state) => state.language);
  const now = useNow(5_000);
  const summary = useOutboxSummary((state) => state.summary);
  const offline = useSync(({ state }) => state?.connectivity === 'offline');
  const signedOut = useSync(({ state }) => state?.connectivity === 'sign-in');
  const release = useOutboxChange((kind: IntentKind) => core.outbox.release({ kind }));
  const resume = useOutboxChange(() => core.outbox.pause({ paused: false }));
  const unsent = items.filter(({ state }) => state === 'queued');
  if (!summary) return null;
  const afterSignIn = sentByItself(summary);
  // Not from `items`, which are only the first of a long queue.
  const holds = INTENT_KINDS.flatMap((kind) => {
    const why = summary.holds[kind];
    const first = summary.firstHeld[kind];
    return why !== undefined && first !== undefined ? [{ kind, why, first }] : [];
  });
  const waitBanner = () => {
    if (offline && unsent.length > 0)
      return <Banner tone="plain" title={t('outbox.banner.offline')} hint={t('outbox.banner.offlineHint')} />;
    return items.length > 0 && summary.quietUntil > now + 10_000 ? (
      <Banner
        tone="plain"
        title={t('outbox.banner.quiet', { time: formatMoment(summary.quietUntil, locale, now) })}
        hint={t('outbox.banner.quietHint')}
      />
    ) : null;
  };
  return (
    <>
      {summary.paused ? (
        <Banner tone="warn" title={t('outbox.pause.paused')} hint={t('outbox.pause.pausedHint')}>
          <Button variant="default" onClick={() => resume.mutate()}>
            {t('outbox.pause.resume')}
          </Button>
        </Banner>
      ) : null}
      {items.length > 0 && (summary.needsSignIn || signedOut) ? (
        <Banner
          tone="warn"
          title={t('outbox.banner.signIn')}
          {...(afterSignIn > 0 ? { hint: t('outbox.banner.signInHint', { count: afterSignIn }) } : {})}
        >
          <Button variant="default" onClick={goToSignIn}>
            {t('outbox.act.signIn')}
          </Button>
        </Banner>
      ) : (
        waitBanner()
      )}
      {holds.map(({ kind, why, first }) =>
        why === 'review' ? (
          <Banner
            key={kind}
            tone="plain"
            title={t(`outbox.banner.review.${kind}`)}
            hint={t('outbox.banner.reviewHint')}
          >
            <Button variant="default" onClick={() => selectItem(first)}>
              {t('outbox.banner.reviewLook')}
            </Button>
            <BusyButton isBusy={release.isPending} onClick={() => release.mutate(kind)}>
              {t(`outbox.banner.reviewRelease.${kind}`)}
            </BusyButton>
          </Banner>
        ) : (
          <Banner
            key={kind}
            tone="warn"
            title={t('outbox.banner.forbidden', { kind: t(`outbox.kind.${kind}`) })}
            hint={t('outbox.banner.forbiddenHint')}
          >
            <BusyButton variant="default" isBusy={release.isPending} onClick={() => release.mutate(kind)}>
              {t('outbox.banner.forbiddenRetry')}
            </BusyButton>
          </Banner>
        ),
      )}
    </>
  );
};
