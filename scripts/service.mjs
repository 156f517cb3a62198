/** `npm run service -- [options]`: builds what is stale, then runs the CRM service. */
import { ensureBuilt } from './ensure-build.mjs';

await ensureBuilt();
await import('../out/main/service.js');
