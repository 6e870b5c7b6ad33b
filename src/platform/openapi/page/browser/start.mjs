import { FillIn } from './fill-in.mjs';
import { Filter } from './filter.mjs';
import { Resolve } from './resolve.mjs';
import { ShortErrors } from './responses.mjs';

const { SwaggerUIBundle } = /** @type {any} */ (window);

// Authorize keeps its values in memory, because persistAuthorization would store live keys in the browser.
SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#swagger-ui',
  presets: [SwaggerUIBundle.presets.apis],
  plugins: [FillIn, Filter, Resolve, ShortErrors],
  layout: 'BaseLayout',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
});
