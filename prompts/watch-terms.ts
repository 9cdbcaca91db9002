import { definePrompt } from '../src/operation/define-prompt.ts';

export default definePrompt({
  name: 'watch_terms',
  title: 'Watch a page for changes',
  description: 'Capture a page now and watch it, so that every later change is evidence too.',
  arguments: [
    { name: 'url', description: 'Address of the page, e.g. terms of service', required: true },
    { name: 'webhook_url', description: 'Where changes are posted', required: true },
  ],
  tools: ['monitor_create', 'monitor_history'],
  build: ({ url, webhook_url }) =>
    [
      `Watch ${url} for changes.`,
      `1. Call monitor_create with the url, webhook_url ${webhook_url} and mode diff. Keep the webhook_secret it answers once.`,
      '2. Call monitor_history until its first check is there: outcome baseline has the bundle of the state of today.',
      '3. Report bundle_id, monitor_id and the interval. Later, monitor_history lists every check with its bundle.',
    ].join('\n'),
});
