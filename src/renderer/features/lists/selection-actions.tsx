/** The buttons of the footer for the selected rows. */
import { Button } from '@mantine/core';
import { IconCopy, IconExternalLink, IconFileExport, IconLuggage, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

interface SelectionActionProps {
  label: string;
  icon: typeof IconCopy;
  /** True for a button without a border. */
  quiet?: boolean;
  onChoose: () => void;
}

const SelectionAction = ({ label, icon: Icon, quiet = false, onChoose }: SelectionActionProps) => (
  <Button
    {...(quiet ? { variant: 'subtle', color: 'gray' } : { variant: 'default' })}
    size="compact-xs"
    leftSection={<Icon size={13} />}
    onClick={onChoose}
  >
    {label}
  </Button>
);

interface SelectionActionsProps {
  onCopy: () => void;
  onExport: () => void;
  /** Adds the rows to Travel; undefined for a kind that Travel does not have. */
  onTakeAlong: (() => void) | undefined;
  /** Opens the record; undefined unless exactly one row is selected. */
  onOpen: (() => void) | undefined;
  onClear: () => void;
}

export const SelectionActions = ({
  onCopy,
  onExport,
  onTakeAlong,
  onOpen,
  onClear,
}: SelectionActionsProps) => {
  const { t } = useTranslation();
  return (
    <>
      <SelectionAction label={t('lists.copyRows')} icon={IconCopy} onChoose={onCopy} />
      <SelectionAction label={t('export.action')} icon={IconFileExport} onChoose={onExport} />
      {onTakeAlong === undefined ? null : (
        <SelectionAction label={t('travel.take')} icon={IconLuggage} onChoose={onTakeAlong} />
      )}
      {onOpen === undefined ? null : (
        <SelectionAction label={t('lists.open')} icon={IconExternalLink} onChoose={onOpen} />
      )}
      <SelectionAction label={t('lists.clearSelection')} icon={IconX} quiet onChoose={onClear} />
    </>
  );
};
