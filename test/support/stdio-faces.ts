import { NO_CREDENTIALS } from '../../http/credentials.ts';
import { serveMcpStdio } from '../../http/mcp/stdio.ts';
import { fakeFaces } from './faces.ts';
import { FAKE_PROMPTS, FAKE_RESOURCES } from './fake-tools.ts';

/** A stdio server over the fake tools, as a program. */
const { parts } = fakeFaces('http://127.0.0.1:8402', { resources: FAKE_RESOURCES, prompts: FAKE_PROMPTS });
serveMcpStdio(parts, { ...NO_CREDENTIALS, local: true }, process);
