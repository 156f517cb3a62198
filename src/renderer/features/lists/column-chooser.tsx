import { IconColumns3 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { HintButton } from '../../ui/hint-button';
import { later } from '../../ui/later';
import { usePopup } from '../../ui/popup';
import type { ChooserProps } from './column-panel';

const ColumnPanel = later(async () => (await import('./column-panel')).ColumnPanel);
export const preloadColumnPanel = ColumnPanel.preload;

/**
 * Lists all fields of a resource, with a search by name; a field is ticked if its column is shown. A new
 * column is added at the end. Dragging or the arrows reorder the columns, a pin keeps a column at the left.
 */
export const ColumnChooser = (props: ChooserProps) => {
  const { t } = useTranslation();
  const { target, button, popup } = usePopup('dialog');
  return (
    <>
      <HintButton {...button} ref={target} variant="default" size={30} label={t('list.columns')}>
        <IconColumns3 size={15} />
      </HintButton>
      {popup ? <ColumnPanel popup={popup} {...props} /> : null}
    </>
  );
};
