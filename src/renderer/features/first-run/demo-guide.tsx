import { ActionIcon, Button } from '@mantine/core';
import { IconCheck, IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppState } from '#shared/contract/accounts';
import { goTo, useRoute } from '../../navigation/router';
import { core } from '../../client/client';
import { useOutboxSummary, useSync } from '../../client/events';
import { putAppState } from '../../client/queries';
import { openNew } from '../../navigation/form-route';
import css from './demo-guide.module.css';
import { advanceGuide, GUIDE_STEPS, type Guide, type GuideStep, readGuide } from './demo-guide-model';

/** In a lower window, or with a large zoom, the open guide would cover most of the screen. In pixels. */
const LEAST_HEIGHT = 560;

/**
 * A short guided path through the demo that marks its steps by itself. The user can fold it or close it
 * permanently. It never blocks work.
 */
export const DemoGuide = ({ app }: { app: AppState }) => {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { screen, params } = useRoute();
  const sync = useSync(({ state }) => state);
  const summary = useOutboxSummary((state) => state.summary);
  const [folded, setFolded] = useState(() => window.innerHeight < LEAST_HEIGHT);
  const save = useMutation({
    mutationFn: (guide: Guide) => core.accounts.setSettings({ guide }),
    onSuccess: (state) => putAppState(queries, state),
  });
  const toggle = useMutation({ mutationFn: (offline: boolean) => core.accounts.setDemoOffline({ offline }) });

  const facts = useMemo(
    () =>
      sync &&
      summary && {
        opened: params.open !== undefined || params.page !== undefined,
        offline: sync.demoOffline,
        waiting: summary.waiting,
        items: Object.values(summary.counts).reduce((sum, count) => sum + count, 0),
        delivered: summary.counts.applied ?? 0,
      },
    [sync, summary, params.open, params.page],
  );
  const kept = facts && readGuide(app.settings.guide, facts);
  const guide = kept && facts ? advanceGuide(kept, facts) : null;
  const text = guide ? JSON.stringify(guide) : '';
  const keptText = JSON.stringify(app.settings.guide ?? null);
  const { mutate } = save;
  useEffect(() => {
    if (text !== '' && text !== keptText) mutate(JSON.parse(text) as Guide);
  }, [text, keptText, mutate]);
  if (!guide || guide.closed) return null;

  const next = GUIDE_STEPS.find((step) => !guide.done.includes(step));
  const act: Readonly<Record<GuideStep, () => void>> = {
    browse: () => goTo('orders'),
    offline: () => toggle.mutate(true),
    edit: () => openNew('company'),
    online: () => toggle.mutate(false),
    delivered: () => goTo('outbox'),
  };
  // Other screens show only the current step; Today shows the whole path.
  const shown = GUIDE_STEPS.filter((step) => screen === 'today' || next === undefined || step === next);
  const progress = t('guide.progress', { done: guide.done.length, total: GUIDE_STEPS.length });
  return (
    <section className={css.card} aria-label={t('guide.title')} data-folded={folded}>
      <header className={css.head}>
        <h2>{t('guide.title')}</h2>
        <span className="num">{progress}</span>
        <ActionIcon
          aria-label={t(folded ? 'guide.show' : 'guide.collapse')}
          aria-expanded={!folded}
          onClick={() => setFolded(!folded)}
        >
          {folded ? <IconChevronUp size={15} /> : <IconChevronDown size={15} />}
        </ActionIcon>
        <ActionIcon aria-label={t('guide.close')} onClick={() => save.mutate({ ...guide, closed: true })}>
          <IconX size={15} />
        </ActionIcon>
      </header>
      {folded ? null : (
        <>
          {screen === 'today' ? <p className={css.demo}>{t('guide.demo')}</p> : null}
          <ol className={css.steps}>
            {shown.map((step) => {
              const isDone = guide.done.includes(step);
              return (
                <li
                  key={step}
                  className={css.step}
                  data-done={isDone}
                  {...(step === next ? { 'aria-current': 'step' as const } : {})}
                >
                  <span className={css.mark} aria-hidden>
                    {isDone ? <IconCheck size={12} stroke={2.6} /> : GUIDE_STEPS.indexOf(step) + 1}
                  </span>
                  <div>
                    <div className={css.stepName}>
                      {isDone ? (
                        <>
                          <span className="visually-hidden">
                            {t('guide.ticked', { step: t(`guide.step.${step}`) })}
                          </span>
                          <span aria-hidden>{t(`guide.step.${step}`)}</span>
                        </>
                      ) : (
                        t(`guide.step.${step}`)
                      )}
                    </div>
                    {step === next ? (
                      <>
                        <p>{t(`guide.hint.${step}`)}</p>
                        <Button variant="default" size="compact-xs" onClick={act[step]}>
                          {t(`guide.go.${step}`)}
                        </Button>
                      </>
                    ) : null}
                  </div>
                </li>
              );
            })}
          </ol>
          <div role="status">
            {next === undefined ? (
              <p className={css.end}>
                <b>{t('guide.done')}</b> {t('guide.doneText')}
              </p>
            ) : null}
          </div>
        </>
      )}
    </section>
  );
};
