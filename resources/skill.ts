import { defineResource } from '../src/operation/define-resource.ts';

export default defineResource({
  name: 'skill',
  title: 'How to use Affiant',
  description:
    'The skill file: when to use this service, the usual journeys as sequences of calls, prices and errors.',
  uri: 'skill://affiant/SKILL.md',
  mediaType: 'text/markdown',
  read: async (_parameters, { skill }) => ({ text: skill, mediaType: 'text/markdown' }),
});
