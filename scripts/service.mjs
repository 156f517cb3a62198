/** `npm run service -- [options]`: builds if needed, then runs the CRM service. */
import './require-node.mjs';
import { endWithNpm } from './end-with-npm.mjs';
import { ensureBuilt } from './ensure-build.mjs';

endWithNpm();
await ensureBuilt();
await import('../out/main/service.js');
