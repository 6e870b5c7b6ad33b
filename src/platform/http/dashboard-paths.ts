/** The dashboard: its pages, and its API. Case-insensitive, as the routes are. */
export const DASHBOARD_PATH = /^\/dashboard(?:\/|$)/i;
/** What takes the session cookie instead of an API key. */
export const DASHBOARD_API_PATH = /^\/dashboard\/api(?:\/|$)/i;
/** The part of a URL that leads from the dashboard to a published route. */
export const TO_PUBLISHED = /^\/dashboard\/api(?=\/v1(?:[/?]|$))/i;
