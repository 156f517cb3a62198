/** One icon for each kind of document that can be entered. */
import {
  IconBuildingStore,
  IconCash,
  IconFileInvoice,
  IconMessagePlus,
  IconTargetArrow,
  IconUsers,
} from '@tabler/icons-react';
import type { IntentKind } from '#shared/domain/intent';

export const KIND_ICONS: Readonly<Record<IntentKind, typeof IconCash>> = {
  company: IconBuildingStore,
  lead: IconUsers,
  opportunity: IconTargetArrow,
  outboundInvoice: IconFileInvoice,
  receipt: IconCash,
  trailNote: IconMessagePlus,
};
