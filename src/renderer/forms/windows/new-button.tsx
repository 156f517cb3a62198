/**
 * The New button of a list's toolbar: creates the list's kind; a menu beside it has all other kinds and
 * drafts.
 */
import { ActionIcon, Button } from '@mantine/core';
import { IconChevronDown, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ResourceName } from '#shared/domain/resources';
import { useDrafts } from '../../client/outbox-queries';
import { openNew } from '../../navigation/form-route';
import css from './new-button.module.css';
import { useNewDialog, useNewKindOf } from '../../navigation/new-dialog-state';
import { Hint } from '../../ui/hint';

export const NewButton = ({ resource }: { resource: ResourceName }) => {
  const { t } = useTranslation();
  const drafts = useDrafts().data?.length ?? 0;
  const kind = useNewKindOf(resource);
  if (kind === undefined) return null;
  const more = drafts === 0 ? t('form.newMore') : t('form.newMoreDrafts', { count: drafts });
  return (
    <Button.Group>
      <Button
        size="xs"
        leftSection={<IconPlus size={14} />}
        className={css.button ?? ''}
        aria-label={t(`form.new.${kind}`)}
        onClick={() => openNew(kind)}
      >
        <span className={css.text}>{t(`form.new.${kind}`)}</span>
      </Button>
      <Hint label={more}>
        <ActionIcon
          variant="filled"
          color="spruce"
          size={30}
          className={css.more ?? ''}
          aria-label={more}
          onClick={() => useNewDialog.setState({ open: true })}
        >
          <IconChevronDown size={14} />
          {drafts > 0 ? <i className={css.draftDot} aria-hidden /> : null}
        </ActionIcon>
      </Hint>
    </Button.Group>
  );
};
