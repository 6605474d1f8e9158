-- Run once by the owner of the tables, when the first sync has made them.
CREATE ROLE toktee_member NOLOGIN;  -- may push the rows of machines of their own, and reads these
CREATE ROLE toktee_reader NOLOGIN;  -- may read the rows of all machines
CREATE TABLE toktee.machines (machine text PRIMARY KEY, role name NOT NULL);  -- whose machine it is

GRANT USAGE ON SCHEMA toktee TO toktee_member, toktee_reader;
GRANT SELECT ON toktee.version, toktee.machines, toktee.stores, toktee.calls, toktee.regrets, toktee.contexts,
  toktee.checks TO toktee_member, toktee_reader;
GRANT INSERT, DELETE ON toktee.stores, toktee.calls, toktee.regrets, toktee.contexts, toktee.checks TO toktee_member;

ALTER TABLE toktee.stores ENABLE ROW LEVEL SECURITY;
ALTER TABLE toktee.calls ENABLE ROW LEVEL SECURITY;
ALTER TABLE toktee.regrets ENABLE ROW LEVEL SECURITY;
ALTER TABLE toktee.contexts ENABLE ROW LEVEL SECURITY;
ALTER TABLE toktee.checks ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON toktee.stores TO toktee_member
  USING (machine IN (SELECT m.machine FROM toktee.machines m WHERE m.role = current_user));
CREATE POLICY own ON toktee.calls TO toktee_member
  USING (machine IN (SELECT m.machine FROM toktee.machines m WHERE m.role = current_user));
CREATE POLICY own ON toktee.regrets TO toktee_member
  USING (machine IN (SELECT m.machine FROM toktee.machines m WHERE m.role = current_user));
CREATE POLICY own ON toktee.contexts TO toktee_member
  USING (machine IN (SELECT m.machine FROM toktee.machines m WHERE m.role = current_user));
CREATE POLICY own ON toktee.checks TO toktee_member
  USING (machine IN (SELECT m.machine FROM toktee.machines m WHERE m.role = current_user));
CREATE POLICY everybodys ON toktee.calls FOR SELECT TO toktee_reader USING (true);
CREATE POLICY everybodys ON toktee.regrets FOR SELECT TO toktee_reader USING (true);
CREATE POLICY everybodys ON toktee.contexts FOR SELECT TO toktee_reader USING (true);
CREATE POLICY everybodys ON toktee.checks FOR SELECT TO toktee_reader USING (true);
