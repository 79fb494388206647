-- A database of version 3, in which entries say who saw something of them; one match in it.
CREATE TABLE schema_version (version BIGINT NOT NULL);
CREATE TABLE matches (
    id TEXT PRIMARY KEY, game TEXT NOT NULL, rules BIGINT NOT NULL, scenario TEXT NOT NULL, options TEXT NOT NULL,
    seed TEXT NOT NULL, position TEXT, created BIGINT NOT NULL, parent TEXT, relation TEXT, archived BIGINT,
    data TEXT NOT NULL DEFAULT ''
);
CREATE UNIQUE INDEX one_rematch ON matches (parent) WHERE relation = 'rematch';
CREATE TABLE chairs (
    match TEXT NOT NULL REFERENCES matches (id), chair BIGINT NOT NULL, seats TEXT NOT NULL, kind TEXT NOT NULL,
    level TEXT, invite TEXT, PRIMARY KEY (match, chair)
);
CREATE TABLE keys (
    match TEXT NOT NULL REFERENCES matches (id), chair BIGINT NOT NULL, token TEXT NOT NULL,
    PRIMARY KEY (match, chair, token)
);
CREATE INDEX keys_by_token ON keys (token);
CREATE TABLE probe (id BIGINT PRIMARY KEY, at BIGINT NOT NULL);
CREATE TABLE secrets (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE entries (
    match TEXT NOT NULL REFERENCES matches (id), seq BIGINT NOT NULL, kind TEXT NOT NULL, seat TEXT NOT NULL,
    text TEXT NOT NULL, key TEXT, at BIGINT NOT NULL, hash TEXT, seen BIGINT,
    PRIMARY KEY (match, seq)
);
CREATE UNIQUE INDEX entries_by_key ON entries (match, key);
CREATE TABLE archives (match TEXT PRIMARY KEY REFERENCES matches (id), record TEXT NOT NULL, at BIGINT NOT NULL);
INSERT INTO schema_version (version) VALUES (1), (2), (3);
INSERT INTO matches (id, game, rules, scenario, options, seed, created) VALUES
    ('m1', 'skirmish', 1, 'field', '{}', '0000000000000000000000000000000000000000000000000000000000000000', 1000);
INSERT INTO chairs (match, chair, seats, kind, level) VALUES
    ('m1', 0, 'red', 'here', NULL),
    ('m1', 1, 'blue', 'computer', 'officer'),
    ('m1', 2, '', 'spectator', NULL);
INSERT INTO keys (match, chair, token) VALUES ('m1', 0, 'hash-of-red'), ('m1', 2, 'hash-of-spectators');
INSERT INTO entries (match, seq, kind, seat, text, key, at, seen) VALUES
    ('m1', 1, 'act', 'red', 'end', '0:k1', 2000, 65535),
    ('m1', 2, 'undo', 'red', '', NULL, 3000, NULL);
