import type { Manifest } from '../manifest/manifest.ts';
import type { CaptureRecord } from './capture-record.ts';
import { element, type ReportElement, type ReportNode } from './element.ts';
import { code, count, type Fact, factList, foreign, section, table, time } from './phrases.ts';

const OUTCOMES: Readonly<Record<Manifest['capture']['outcome'], string>> = {
  ok: 'The page was captured as it showed itself.',
  partial: 'The capture is incomplete: see what was noticed.',
  blocked: 'The source turned the visitor away; what it showed instead was captured.',
  login_wall: 'The source asked for a login; what it showed instead was captured.',
  empty: 'The page was empty.',
  error_page: 'The source answered with an error page; that was captured.',
};

/** What was captured, from where, when and how, as the manifest states it. */
export function captureSection(manifest: Manifest, record: CaptureRecord | null): ReportElement {
  const isUrl = manifest.request.kind === 'url';
  const facts = [
    ...(isUrl ? sourceFacts(manifest) : uploadFacts(manifest, record)),
    ...documentFacts(manifest),
  ];
  const visit = isUrl && record ? [...connectionFacts(record), ...pageFacts(record)] : [];
  return section('capture', 'What was captured', [
    factList([...facts, ...timeFacts(manifest, record), ...visit, ...noticedFacts(manifest)]),
    ...(record && record.capture.redirects.length > 0 ? [redirectTable(record)] : []),
  ]);
}

const text = (value: string | null | undefined): ReportNode | null => (value ? foreign(value) : null);

const sourceFacts = ({ request, capture }: Manifest): Fact[] => [
  ['Address asked for', text(request.url)],
  ['Address of the page', text(capture.final_url)],
  ['Outcome', OUTCOMES[capture.outcome]],
];

const uploadFacts = ({ request }: Manifest, record: CaptureRecord | null): Fact[] => [
  ['Uploaded file', text(request.filename) ?? 'without a name'],
  ['Declared type', text(record?.request.declared_media_type)],
];

function documentFacts({ capture: { document } }: Manifest): Fact[] {
  const length = [
    ...(document.pages === null ? [] : [count(document.pages, 'page')]),
    count(document.word_count, 'word'),
  ];
  return [
    ['Title', text(document.title)],
    ['Type', foreign(document.media_type)],
    ['Length', length.join(', ')],
    ['Language', text(document.language)],
  ];
}

function timeFacts({ capture }: Manifest, record: CaptureRecord | null): Fact[] {
  const shot = record?.capture.times.screenshot;
  return [
    ['Capture began', time(capture.times.started)],
    ['Screenshot taken', shot ? time(shot) : null],
    ['Sealed', time(capture.times.sealed)],
    ['Clock of the server', text(record?.capture.clock?.server_date)],
  ];
}

function connectionFacts({ capture: { main_response: response, network } }: CaptureRecord): Fact[] {
  const certificate = network?.tls?.chain_sha256[0];
  const tls = network?.tls && [
    foreign(network.tls.version ?? 'TLS'),
    ...(certificate ? [', certificate with SHA-256 ', code(certificate)] : []),
  ];
  return [
    ['Server address', text(network?.peer_ip)],
    ['Encryption', tls ?? (network ? 'none' : null)],
    ['Answer', response ? foreign(`HTTP status ${response.status} over ${response.protocol}`) : null],
    [
      'Hosts contacted',
      typeof network?.hosts_contacted === 'number' ? String(network.hosts_contacted) : null,
    ],
    ['Requests refused', network?.requests_denied ? String(network.requests_denied) : null],
  ];
}

function pageFacts({ capture: { page, redactions } }: CaptureRecord): Fact[] {
  return [
    ['Height of the page', typeof page?.height_px === 'number' ? `${page.height_px} pixels` : null],
    ['Requests that failed', page?.failed_requests ? String(page.failed_requests) : null],
    ['Cut off', page?.truncated ? 'The page was longer than what was captured.' : null],
    ['Left out on purpose', redactions.length === 0 ? null : redactions.map(describeRedaction)],
  ];
}

const describeRedaction = ({
  where,
  reason,
}: CaptureRecord['capture']['redactions'][number]): ReportElement =>
  element('div', {}, [foreign(`${where} (${reason})`)]);

const noticedFacts = ({ capture: { signals } }: Manifest): Fact[] => [
  [
    'Noticed',
    signals.length === 0
      ? null
      : signals.map(({ code: name, count: times }) =>
          element('div', {}, [
            foreign(`${name.replaceAll('_', ' ')}${times === undefined ? '' : ` (${times})`}`),
          ]),
        ),
  ],
];

function redirectTable({ capture: { redirects } }: CaptureRecord): ReportElement {
  const rows = redirects.map(({ url, status, location, peer_ip }) =>
    element('tr', {}, [
      element('th', { scope: 'row' }, [foreign(url)]),
      element('td', {}, [String(status ?? '')]),
      element('td', {}, [foreign(location ?? '')]),
      element('td', {}, [foreign(peer_ip ?? '')]),
    ]),
  );
  return table({ caption: 'Redirects on the way', columns: ['From', 'Status', 'To', 'Server'] }, rows);
}
