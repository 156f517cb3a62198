import { IconFileExport } from '@tabler/icons-react';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useRoute } from '../../navigation/router';
import { HintButton } from '../../ui/hint-button';
import { later } from '../../ui/later';
import { isCovered, letterOf } from '../../ui/screen-keys';
import { usePopup } from '../../ui/popup';
import { readOpen } from '../../records/panel-state';
import { isPrintable } from '../../navigation/document-ref';
import { openDocument, openListPrint } from '../../navigation/document-route';

const FileMenu = later(async () => (await import('./file-menu')).FileMenu);
export const preloadFileMenu = FileMenu.preload;

/** The button that prints or exports a list, with the usual keys (Ctrl/⌘ P and E). */
export const ListFileMenu = ({ onExport }: { onExport: () => void }) => {
  const { t } = useTranslation();
  const { params } = useRoute();
  const printable = useMemo(() => {
    const open = readOpen({ open: params.open ?? '' });
    return open && isPrintable(open.resource) ? { resource: open.resource, id: open.id } : undefined;
  }, [params.open]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      // While a preview is open, Ctrl+P is left to the browser, which prints the sheet.
      if (
        isCovered() ||
        event.isComposing ||
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        event.shiftKey
      )
        return;
      const key = letterOf(event);
      if (key === 'e') onExport();
      else if (key !== 'p') return;
      else if (printable) openDocument(printable.resource, printable.id);
      else openListPrint();
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [printable, onExport]);
  const { target, button, popup } = usePopup('menu');
  return (
    <>
      <HintButton {...button} ref={target} variant="default" size={30} label={t('document.file')}>
        <IconFileExport size={15} />
      </HintButton>
      {popup ? <FileMenu popup={popup} printable={printable} onExport={onExport} /> : null}
    </>
  );
};
