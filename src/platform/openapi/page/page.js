// Starts Swagger UI. A file of its own, because the content security policy of the page forbids inline scripts.
window.ui = window.SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  // Keys stay in the memory of the page: whoever opens the browser later must not find one.
  persistAuthorization: false,
  // Descriptions of this page are sent nowhere to be validated.
  validatorUrl: null,
  presets: [window.SwaggerUIBundle.presets.apis],
  plugins: [window.InlinedReferences, window.RememberedObjects],
});
