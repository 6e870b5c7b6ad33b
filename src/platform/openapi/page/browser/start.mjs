import { FillIn } from './fill-in.mjs';
import { Filter } from './filter.mjs';
import { Lighter } from './lighter.mjs';
import { Resolve } from './resolve.mjs';
import { readStreamsBriefly } from './streams.mjs';

const { SwaggerUIBundle } = /** @type {any} */ (window);

// Authorize keeps its values in memory, because persistAuthorization would store live keys in the browser.
SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#swagger-ui',
  presets: [SwaggerUIBundle.presets.apis],
  plugins: [FillIn, Filter, Lighter, Resolve],
  layout: 'BaseLayout',
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  filter: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  requestInterceptor: readStreamsBriefly,
});
