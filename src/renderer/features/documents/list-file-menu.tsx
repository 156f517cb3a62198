import { Menu } from '@mantine/core';
import { IconFileExport, IconFileSpreadsheet, IconListDetails, IconPrinter } from '@tabler/icons-react';
import { lazy, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '#shared/contract/records';
import { useRoute } from '../../navigation/router';
import { HintButton } from '../../ui/hint-button';
import { Kbd, MOD_KEY } from '../../ui/layout';
import { DialogBoundary } from '../../ui/dialog-boundary';
import type { FullView } from '../../records/list-view';
import { readOpen } from '../../records/panel-state';
import { isPrintable } from '../../navigation/document-ref';
import { openDocument, openListPrint } from '../../navigation/document-route';

const ExportDialog = lazy(async () => ({ default: (await import('./export-dialog')).ExportDialog }));

export interface ListFileMenuProps {
  view: FullView;
  columns: readonly Column[];
  shown: readonly Column[];
  total: number | undefined;
  selection?: readonly string[];
}

/** What leaves a list on paper or as a file, with the keys every program uses for it (Ctrl/⌘ E and P). */
export const ListFileMenu = ({ view, columns, shown, total, selection }: ListFileMenuProps) => {
  const { t } = useTranslation();
  const [exporting, setExporting] = useState(false);
  const { params } = useRoute();
  const printable = useMemo(() => {
    const open = readOpen({ open: params.open ?? '' });
    return open && isPrintable(open.resource) ? { resource: open.resource, id: open.id } : undefined;
  }, [params.open]);
  const previewing = params.print !== undefined;
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      // Over a preview Ctrl+P is the browser's own: it prints the sheet.
      if (
        previewing ||
        event.isComposing ||
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        event.shiftKey
      )
        return;
      const key = event.key.toLowerCase();
      if (key === 'e') setExporting(true);
      else if (key !== 'p') return;
      else if (printable) openDocument(printable.resource, printable.id);
      else openListPrint();
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [previewing, printable]);
  return (
    <>
      <Menu position="bottom-end" width={240} transitionProps={{ duration: 80 }}>
        <Menu.Target>
          <HintButton variant="default" size={30} label={t('document.file')}>
            <IconFileExport size={15} />
          </HintButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconFileSpreadsheet size={15} />}
            rightSection={<Kbd>{`${MOD_KEY} E`}</Kbd>}
            onClick={() => setExporting(true)}
          >
            {t('export.action')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconListDetails size={15} />}
            {...(printable ? {} : { rightSection: <Kbd>{`${MOD_KEY} P`}</Kbd> })}
            onClick={openListPrint}
          >
            {t('document.printList')}
          </Menu.Item>
          {printable ? (
            <Menu.Item
              leftSection={<IconPrinter size={15} />}
              rightSection={<Kbd>{`${MOD_KEY} P`}</Kbd>}
              onClick={() => openDocument(printable.resource, printable.id)}
            >
              {printable.resource === 'company'
                ? t('document.statement')
                : t('document.printThis', { name: t(`document.title.${printable.resource}`) })}
            </Menu.Item>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      {exporting ? (
        <DialogBoundary onClose={() => setExporting(false)}>
          <ExportDialog
            view={view}
            columns={columns}
            shown={shown}
            total={total}
            {...(selection === undefined ? {} : { selection })}
            onClose={() => setExporting(false)}
          />
        </DialogBoundary>
      ) : null}
    </>
  );
};
