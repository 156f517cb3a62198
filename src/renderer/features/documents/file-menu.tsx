import { Menu } from '@mantine/core';
import { IconFileSpreadsheet, IconListDetails, IconPrinter } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { PrintableResource } from '../../navigation/document-ref';
import { openDocument, openListPrint } from '../../navigation/document-route';
import { Kbd, MOD_KEY } from '../../ui/layout';
import type { Popup } from '../../ui/popup';
import { PopupMenu } from '../../ui/popup-layers';

interface FileMenuProps {
  popup: Popup;
  /** The open record, if it can be printed. */
  printable: { resource: PrintableResource; id: string } | undefined;
  onExport: () => void;
}

/** The menu of a list's file button. */
export const FileMenu = ({ popup, printable, onExport }: FileMenuProps) => {
  const { t } = useTranslation();
  return (
    <PopupMenu popup={popup} position="bottom-end" width={240}>
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
    </PopupMenu>
  );
};
