import { useQuery } from '@tanstack/react-query';
import { core } from '../../client/client';

/** Drafts on disk, latest first. */
export const useDrafts = () =>
  useQuery({ queryKey: ['outbox', 'drafts'], queryFn: () => core.outbox.drafts() });
