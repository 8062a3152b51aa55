/** The names of the protocols that start TLS on request. */
export const PROTOCOLS: Readonly<Record<string, string>> = {
  smtp: 'SMTP',
  imap: 'IMAP',
  pop3: 'POP3',
  ftp: 'FTP',
  postgres: 'PostgreSQL',
  mysql: 'MySQL',
};
