import { Button, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { core } from '../../client/client';
import { inGroup } from '../../client/query-keys';
import { BusyButton } from '../../ui/busy-button';
import { Dialog } from '../../ui/dialog';
import { useChange } from './use-change';

/** Asks before a draft is deleted, because what was typed in it is nowhere else. */
export const DeleteDraft = ({ draftId, onClose }: { draftId: string; onClose: () => void }) => {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const remove = useChange({
    mutationFn: () => core.outbox.deleteDraft({ id: draftId }),
    onSettled: () => queries.invalidateQueries(inGroup('outbox')),
  });
  return (
    <Dialog width={400} onClose={onClose} title={t('outbox.draft.deleteTitle')}>
      <Text size="sm" mb="md">
        {t('outbox.draft.deleteText')}
      </Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('outbox.draft.keep')}
        </Button>
        <BusyButton
          color="red.9"
          isBusy={remove.isPending}
          onClick={() => remove.mutate(undefined, { onSuccess: onClose })}
        >
          {t('outbox.draft.delete')}
        </BusyButton>
      </Group>
    </Dialog>
  );
};
