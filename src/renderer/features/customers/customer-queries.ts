/** The queries of the customer page. */
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { TimelineSubject } from '#shared/contract/timeline';
import type { TimelineKind } from '#shared/domain/timeline-kinds';
import { core } from '../../client/client';
import { ask, askPages, queryKeys } from '../../client/query-keys';

const PAGE = 60;

export interface TimelineQuery {
  kinds: readonly TimelineKind[];
  person: string | null;
  text: string;
}

/** Reads the timeline page by page; the next page is read before the user reaches the end of the last one. */
export const useTimeline = ({ resource, id }: TimelineSubject, { kinds, person, text }: TimelineQuery) =>
  useInfiniteQuery({
    ...askPages(queryKeys.timeline({ resource, id }, { kinds, person, text }), (cursor) =>
      core.timeline.page({ resource, id, kinds: [...kinds], person, text, cursor, limit: PAGE }),
    ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });

export const useFigures = ({ resource, id }: TimelineSubject) =>
  useQuery({
    ...ask(queryKeys.figures({ resource, id }), () => core.timeline.figures({ resource, id })),
  });
