import { Menu } from '@mantine/core';
import { IconFileExport, IconFileSpreadsheet, IconListDetails, IconPrinter } from '@tabler/icons-react';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useRoute } from '../../navigation/router';
import { HintButton } from '../../ui/hint-button';
import { Kbd, MOD_KEY } from '../../ui/layout';
import { readOpen } from '../../records/panel-state';
import { isPrintable } from '../../navigation/document-ref';
import { openDocument, openListPrint } from '../../navigation/document-route';

/** What leaves a list on paper or as a file, with the keys every program uses for it (Ctrl/⌘ E and P). */
export const ListFileMenu = ({ onExport }: { onExport: () => void }) => {
  const { t } = useTranslation();
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
      if (key === 'e') onExport();
      else if (key !== 'p') return;
      else if (printable) openDocument(printable.resource, printable.id);
      else openListPrint();
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [previewing, printable, onExport]);
  return (
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
          onClick={onExport}
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
  );
};
