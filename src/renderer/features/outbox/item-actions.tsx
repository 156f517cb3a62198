import { Button } from '@mantine/core';
import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { IntentView } from '#shared/contract/outbox-item';
import { core } from '../../client/client';
import { useAppState } from '../../client/queries';
import { BusyButton } from '../../ui/busy-button';
import { focusShown } from '../../ui/give-focus';
import { DialogBoundary } from '../../ui/dialog-boundary';
import { showToast } from '../../forms/windows/toast-state';
import type { OverOrdered } from '../../forms/kinds/order-lines';
import { openIntent } from '../../navigation/form-route';
import { type Action, actionsOf, mainActionOf } from './item-state';
import { DiscardDialog, OverOrderedDialog, SendAgainDialog } from './item-dialogs';
import css from './outbox.module.css';
import { openRecordOf } from './outbox-links';
import { useDecision } from '../../client/outbox-queries';

/** Sends the same invoice without its number, so that the service assigns one. */
const withoutNumber = ({ command }: IntentView) => {
  const { serial_id: _, ...fields } = command.fields;
  return { ...command, fields };
};

type AtOnce = keyof typeof AT_ONCE;
type Decide = (item: IntentView, operationId: string, accountId: string | null) => Promise<{ ok: boolean }>;
const AT_ONCE = {
  undo: ({ id }, operationId) => core.outbox.undo({ id, operationId }),
  hold: ({ id }, operationId) => core.outbox.hold({ id, held: true, operationId }),
  release: ({ id }, operationId) => core.outbox.hold({ id, held: false, operationId }),
  sendNow: ({ id }, operationId) => core.outbox.sendNow({ id, operationId }),
  retry: ({ id }, operationId) => core.outbox.sendAgain({ id, operationId }),
  dropNumber: (item, operationId) =>
    core.outbox.edit({ id: item.id, command: withoutNumber(item), version: item.version, operationId }),
  numberChecked: ({ id }, operationId) => core.outbox.numberChecked({ id, operationId }),
  replacedSeen: ({ id }, operationId) => core.outbox.replacedSeen({ id, operationId }),
  createAgain: async (item, operationId, accountId) =>
    (await import('../../forms/opening/create-again')).createAgain(item, operationId, accountId),
} as const satisfies Record<string, Decide>;

/**
 * These send an item that was refused. A refused invoice does not count as invoiced, so another one may have been made
 * for the same order since.
 */
const SENDS_REFUSED: ReadonlySet<Action> = new Set(['retry', 'dropNumber', 'numberChecked']);
/** The check reads the local copy. If that cannot be read, the item can still be sent. */
const overOrderedBy = async ({ id, kind, command }: IntentView): Promise<OverOrdered[]> =>
  kind === 'outboundInvoice'
    ? (await import('../../forms/kinds/order-lines')).overOrderedByItem(id, command.target).catch(() => [])
    : [];

/** A button disappears when the item changes state. If it had the focus, the focus moves to the item. */
const useStayOnItem = () => {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(
    () => () => {
      // A cleanup of a layout effect runs while the element is still in the document.
      // eslint-disable-next-line react/exhaustive-deps
      if (box.current?.contains(document.activeElement))
        setTimeout(() => {
          if (document.activeElement === document.body)
            focusShown(document.querySelector<HTMLElement>('[data-outbox-detail]'));
        });
    },
    [],
  );
  return box;
};

/** The actions that are possible for an item now. An action that cannot be undone asks for confirmation. */
export const ItemActions = ({ item, titleOf }: { item: IntentView; titleOf: (id: string) => string }) => {
  const { t } = useTranslation();
  const box = useStayOnItem();
  const [asking, setAsking] = useState<'discard' | 'sendAgain' | null>(null);
  const accountId = useAppState().data?.account?.id ?? null;
  const [over, setOver] = useState<{ action: AtOnce; lines: OverOrdered[] } | null>(null);
  const decide = useDecision(
    async ({ action, isAgreed }: { action: AtOnce; isAgreed: boolean }, operationId) => {
      const lines = SENDS_REFUSED.has(action) && !isAgreed ? await overOrderedBy(item) : [];
      if (lines.length > 0) {
        setOver({ action, lines });
        return { ok: true };
      }
      const done = await AT_ONCE[action](item, operationId, accountId);
      // The message about the save goes away, because its Undo has no effect any more.
      if (action === 'undo' && done.ok) showToast({ text: t('form.undone') });
      return done;
    },
  );
  const actions = actionsOf(item);
  const run = (action: Action): void => {
    if (action === 'edit') openIntent(item.kind, item.id);
    else if (action === 'discard' || action === 'sendAgain') setAsking(action);
    else decide.mutate({ action, isAgreed: false });
  };
  const hasRecord = item.state === 'applied' || item.command.target !== null;
  if (actions.length === 0 && !hasRecord) return null;
  return (
    <div className={css.actions} ref={box}>
      {actions
        .filter((action) => action !== 'discard')
        .map((action) => (
          <BusyButton
            key={action}
            variant={mainActionOf(item) === action ? 'filled' : 'default'}
            isBusy={decide.isPending}
            onClick={() => run(action)}
          >
            {t(`outbox.act.${action}`)}
          </BusyButton>
        ))}
      {hasRecord ? (
        <Button
          variant={actions.length === 0 ? 'default' : 'subtle'}
          color="gray"
          onClick={() => openRecordOf(item)}
        >
          {t('outbox.act.openRecord')}
        </Button>
      ) : null}
      {actions.includes('discard') ? (
        <BusyButton
          variant="default"
          c="var(--red)"
          ml="auto"
          isBusy={decide.isPending}
          onClick={() => run('discard')}
        >
          {t('outbox.act.discard')}
        </BusyButton>
      ) : null}
      {decide.data?.ok === false || decide.isError ? (
        <p className={css.caution} role="alert">
          {t('outbox.act.failed')}
        </p>
      ) : null}
      {asking === 'discard' ? (
        <DialogBoundary onClose={() => setAsking(null)}>
          <DiscardDialog item={item} titleOf={titleOf} onClose={() => setAsking(null)} />
        </DialogBoundary>
      ) : null}
      {over === null ? null : (
        <DialogBoundary onClose={() => setOver(null)}>
          <OverOrderedDialog
            lines={over.lines}
            onClose={() => setOver(null)}
            onSend={() => {
              setOver(null);
              decide.mutate({ action: over.action, isAgreed: true });
            }}
          />
        </DialogBoundary>
      )}
      {asking === 'sendAgain' ? (
        <DialogBoundary onClose={() => setAsking(null)}>
          <SendAgainDialog item={item} onClose={() => setAsking(null)} />
        </DialogBoundary>
      ) : null}
    </div>
  );
};
