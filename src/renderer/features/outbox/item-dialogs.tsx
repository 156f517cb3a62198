import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { IntentView } from '#shared/contract/outbox-item';
import { isLocalRef } from '#shared/domain/intent';
import { core } from '../../client/client';
import { ask, queryKeys } from '../../client/query-keys';
import css from './outbox.module.css';
import { useDecision } from '../../client/outbox-queries';
import { BusyButton } from '../../ui/busy-button';
import { Dialog } from '../../ui/dialog';
import type { OverOrdered } from '../../forms/kinds/order-lines';
import { OverOrderedLines } from '../../forms/kinds/over-ordered-notice';

type Title = (id: string) => string;
interface DialogProps {
  item: IntentView;
  onClose: () => void;
}

const ItemDialog = ({
  title,
  onClose,
  children,
}: {
  title: string;
  onClose: () => void;
  children: ReactNode;
}) => (
  <Dialog width={460} onClose={onClose} title={title}>
    <div className={css.dialog}>{children}</div>
  </Dialog>
);

/**
 * Asks for confirmation before an item is discarded, and lists everything that is discarded with it. This
 * cannot be undone.
 */
export const DiscardDialog = ({ item, titleOf, onClose }: DialogProps & { titleOf: Title }) => {
  const { t } = useTranslation();
  const chain = useQuery(ask(queryKeys.chain(item.id), () => core.outbox.chain({ id: item.id }))).data;
  const discard = useDecision((_: undefined, operationId) =>
    core.outbox.discard({ id: item.id, operationId }),
  );
  if (!chain) return null;
  const more = chain.length - 1;
  const sending = chain.some(({ state }) => state === 'sending');
  const confirm = (): void =>
    discard.mutate(undefined, {
      onSuccess: (done) => {
        if (done.ok) onClose();
      },
    });
  return (
    <ItemDialog
      title={more > 0 ? t('outbox.discard.chainTitle', { count: more }) : t('outbox.discard.title')}
      onClose={onClose}
    >
      <p>{t(more > 0 ? 'outbox.discard.chainText' : 'outbox.discard.text')}</p>
      {more > 0 ? (
        <ul className={css.chain}>
          {chain.map(({ id }) => (
            <li key={id}>{titleOf(id)}</li>
          ))}
        </ul>
      ) : null}
      {chain.some(({ mayHaveArrived }) => mayHaveArrived) ? (
        <p className={css.caution}>{t('outbox.discard.maybe')}</p>
      ) : null}
      {sending || discard.data?.ok === false || discard.isError ? (
        <p className={css.caution} role="alert">
          {t(discard.isError ? 'outbox.act.failed' : 'outbox.discard.blocked')}
        </p>
      ) : null}
      <div className={css.dialogFoot}>
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('outbox.discard.keep')}
        </Button>
        <BusyButton color="red.9" disabled={sending} isBusy={discard.isPending} onClick={confirm}>
          {more > 0 ? t('outbox.discard.confirmAll', { count: chain.length }) : t('outbox.discard.confirm')}
        </BusyButton>
      </div>
    </ItemDialog>
  );
};

/** Asks for confirmation before an item in doubt is sent again: only the user may risk a duplicate. */
export const SendAgainDialog = ({ item, onClose }: DialogProps) => {
  const { t } = useTranslation();
  const again = useDecision((_: undefined, operationId) =>
    core.outbox.sendAgain({ id: item.id, operationId }),
  );
  const { target, children } = item.command;
  const addsContacts = children.some(({ ref, remove }) => isLocalRef(ref) && !remove);
  const ofEdit = addsContacts ? 'outbox.again.editAdds' : 'outbox.again.edit';
  const plainText = target === null ? 'outbox.again.text' : ofEdit;
  return (
    <ItemDialog title={t('outbox.again.title')} onClose={onClose}>
      <p className={css.caution}>{t(item.money ? 'outbox.again.money' : plainText)}</p>
      {again.data?.ok === false || again.isError ? (
        <p className={css.caution} role="alert">
          {t('outbox.act.failed')}
        </p>
      ) : null}
      <div className={css.dialogFoot}>
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('outbox.again.cancel')}
        </Button>
        <BusyButton
          color={item.money ? 'red.9' : 'spruce'}
          isBusy={again.isPending}
          onClick={() =>
            again.mutate(undefined, {
              onSuccess: (done) => {
                if (done.ok) onClose();
              },
            })
          }
        >
          {t('outbox.again.confirm')}
        </BusyButton>
      </div>
    </ItemDialog>
  );
};

/** Asks before a refused invoice is sent again, if its order is invoiced beyond the ordered quantities then. */
export const OverOrderedDialog = ({
  lines,
  onClose,
  onSend,
}: {
  lines: readonly OverOrdered[];
  onClose: () => void;
  onSend: () => void;
}) => {
  const { t } = useTranslation();
  return (
    <ItemDialog title={t('form.overOrdered.title')} onClose={onClose}>
      <p className={css.caution}>{t('outbox.again.overOrdered')}</p>
      <OverOrderedLines lines={lines} />
      <div className={css.dialogFoot}>
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('outbox.again.cancel')}
        </Button>
        <Button color="red.9" onClick={onSend}>
          {t('outbox.again.anyway')}
        </Button>
      </div>
    </ItemDialog>
  );
};
