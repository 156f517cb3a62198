import { ActionIcon } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { TimelineSubject } from '#shared/contract/timeline';
import { isPrintable } from '../../navigation/document-ref';
import { openDocument } from '../../navigation/document-route';
import { currentRoute } from '../../navigation/router';
import { readOpen } from '../../records/panel-state';
import { Hint } from '../../ui/hint';
import { MOD_KEY } from '../../ui/layout';
import { isCovered, letterOf } from '../../ui/screen-keys';

const isPrintKey = (event: KeyboardEvent): boolean =>
  letterOf(event) === 'p' &&
  (event.ctrlKey || event.metaKey) &&
  !event.altKey &&
  !event.shiftKey &&
  !event.isComposing;

/**
 * The button for the statement of a company, and the key (Ctrl/⌘ P): it prints the document that is open
 * beside the page, otherwise the statement.
 */
export const CustomerPrint = ({ subject: { resource, id } }: { subject: TimelineSubject }) => {
  const { t } = useTranslation();
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      // While a preview is open, Ctrl+P is left to the browser, which prints the sheet.
      if (!isPrintKey(event) || isCovered()) return;
      const open = readOpen({ open: currentRoute().params.open ?? '' });
      const shown = open && isPrintable(open.resource) ? open : { resource, id };
      if (!isPrintable(shown.resource)) return;
      event.preventDefault();
      openDocument(shown.resource, shown.id);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [resource, id]);
  if (resource !== 'company') return null;
  const label = t('document.statement');
  return (
    <Hint label={`${label} · ${MOD_KEY} P`}>
      <ActionIcon aria-label={label} onClick={() => openDocument(resource, id)}>
        <IconPrinter size={16} />
      </ActionIcon>
    </Hint>
  );
};
