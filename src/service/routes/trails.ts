/** E1 `GET /v1/dynamic/trail/list` and the optional trail/push. */
import { TRAIL_LIST_PATH, TRAIL_PUSH_PATH } from '#shared/http-api/trail';
import type { ServiceContext } from '../context';
import { endpoint, JsonText, type ServiceApp } from '../endpoint';
import { pushTrail } from '../pushes/push-trail';
import { idParam, listPage, listText } from '../store/list-query';

export const trailRoutes = (app: ServiceApp, context: ServiceContext): void => {
  endpoint(app, context, 'GET', TRAIL_LIST_PATH, {}, (call) => {
    const by = (['company_id', 'lead_id', 'opportunity_id'] as const).flatMap((column) => {
      const id = idParam(call, column);
      return id === undefined ? [] : [{ sql: `${column} = ?`, params: [BigInt(id)] }];
    });
    const { texts, total } = listPage(context, call, {
      resource: 'trail',
      defaultCount: 20,
      time: context.quirks.timeField === 'usual' ? 'create_time' : 'update_time',
      orderBy: 'create_time',
      where: by,
    });
    return new JsonText(`{"list":${listText(texts)},"totalItem":${total}}`);
  });
  endpoint(app, context, 'POST', TRAIL_PUSH_PATH, { optional: true, writes: true, errorCode: -1 }, (call) =>
    pushTrail(context, call),
  );
};
