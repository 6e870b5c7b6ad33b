#!/bin/sh
# Creates the owner of the tables and its database. Patroni calls it once, with the URL of the superuser.
# `npm run migrate` creates the login of the service, for which the owner may create roles.
set -eu

: "${BILLING_OWNER_PASSWORD:?}"
psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 "$1" <<'SQL'
\getenv password BILLING_OWNER_PASSWORD
CREATE ROLE billing_owner LOGIN CREATEROLE PASSWORD :'password';
CREATE DATABASE billing OWNER billing_owner;
SQL
