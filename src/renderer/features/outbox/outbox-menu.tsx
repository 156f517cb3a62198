import { ActionIcon, Menu } from '@mantine/core';
import { IconArchive, IconDots, IconDownload, IconUpload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type ChangeEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { core } from '../../client/client';
import css from './outbox.module.css';
import { useDecision } from '../../client/outbox-queries';
import { ReadBackDialog } from './read-back-dialog';
import { restoredText } from './restored-text';
import { saveOutboxCopy } from './save-copy';
import { Dialog } from '../../ui/dialog';
import { giveFocusBack } from '../../ui/give-focus';

/**
 * The menu that saves a copy of the outbox, restores one, and reads unsent work that was set aside; each action reports
 * its result.
 */
export const OutboxMenu = () => {
  const { t } = useTranslation();
  const file = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [told, setTold] = useState(false);
  const [readsBack, setReadsBack] = useState(false);
  const save = useMutation({
    mutationFn: saveOutboxCopy,
    onSettled: () => {
      restore.reset();
      setTold(true);
    },
  });
  const restore = useDecision(async (chosen: File) => core.outbox.restore({ text: await chosen.text() }));
  const choose = (event: ChangeEvent<HTMLInputElement>): void => {
    const chosen = event.currentTarget.files?.[0];
    event.currentTarget.value = '';
    if (!chosen) return;
    save.reset();
    restore.mutate(chosen, { onSettled: () => setTold(true) });
  };
  const { data } = restore;
  const outcomeText = (): string[] => {
    if (data?.ok) return restoredText(t, data);
    if (data) return [t(`outbox.copy.${data.code}`)];
    if (restore.isError) return [t('outbox.copy.unreadable')];
    if (save.data) return [t(`savedFile.${save.data.outcome}`, { name: save.data.name })];
    return save.isError ? [t('outbox.copy.exportFailed')] : [];
  };
  const outcome = outcomeText();
  return (
    <>
      <Menu position="bottom-end" withinPortal returnFocus>
        <Menu.Target>
          <ActionIcon ref={button} size={30} aria-label={t('outbox.copy.menu')}>
            <IconDots size={17} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconDownload size={15} />} onClick={() => save.mutate()}>
            {t('outbox.copy.export')}
          </Menu.Item>
          <Menu.Item leftSection={<IconUpload size={15} />} onClick={() => file.current?.click()}>
            {t('outbox.copy.restore')}
          </Menu.Item>
          <Menu.Item leftSection={<IconArchive size={15} />} onClick={() => setReadsBack(true)}>
            {t('outbox.copy.readBack')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <input
        ref={file}
        type="file"
        accept="application/json,.json"
        hidden
        data-testid="outbox-restore"
        aria-label={t('outbox.copy.restore')}
        onChange={choose}
      />
      {readsBack ? (
        <ReadBackDialog
          onClose={() => {
            setReadsBack(false);
            giveFocusBack(button.current);
          }}
        />
      ) : null}
      {told && outcome.length > 0 ? (
        <Dialog
          width={420}
          onClose={() => {
            setTold(false);
            // The dialog may open before the menu has given the focus back, and then knows only its item.
            giveFocusBack(button.current);
          }}
          title={t(save.isIdle ? 'outbox.copy.restore' : 'outbox.copy.export')}
        >
          <div className={css.dialog} role="status">
            {outcome.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </div>
        </Dialog>
      ) : null}
    </>
  );
};
