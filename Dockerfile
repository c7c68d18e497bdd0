# 字牌账本 · zipai_ledger: `docker compose up`, see compose.yaml. For amd64 and arm64; nothing is compiled.

FROM python:3.13-slim-trixie AS wheel
WORKDIR /source
COPY .requirements/build.txt .requirements/
RUN pip install --no-cache-dir --no-deps --only-binary :all: --require-hashes -r .requirements/build.txt
COPY pyproject.toml LICENSE README.md manage.py ./
COPY .packaging .packaging
COPY static static
COPY templates templates
COPY zipai_ledger zipai_ledger
RUN python -m hatchling build -t wheel -d /wheels

FROM python:3.13-slim-trixie AS environment
WORKDIR /source
RUN python -m venv --without-pip /opt/zipai
COPY .requirements/postgres.txt .requirements/
RUN pip --python /opt/zipai/bin/python install --no-cache-dir --no-deps --only-binary :all: --require-hashes -r .requirements/postgres.txt
COPY --from=wheel /wheels /wheels
RUN pip --python /opt/zipai/bin/python install --no-cache-dir --no-deps --no-index /wheels/*.whl

FROM python:3.13-slim-trixie
# A Chinese font of five megabytes, for PDF. For backups of PostgreSQL: --build-arg PACKAGES=postgresql-client
ARG PACKAGES=""
RUN apt-get update -qq \
 && apt-get install -y -qq --no-install-recommends fonts-wqy-microhei ${PACKAGES} \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin zipai \
 && install -d -o zipai -g zipai -m 0700 /data
COPY --from=environment /opt/zipai /opt/zipai
# Phones do not reach a container by the address that it has.
ENV PATH="/opt/zipai/bin:$PATH" PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 ZIPAI_DATA=/data ZIPAI_NEAR=off
USER 10001:10001
VOLUME /data
EXPOSE 8000 8443
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=6s --start-period=30s --retries=3 CMD ["python", "-m", "zipai_ledger.http.alive"]
ENTRYPOINT ["zipai-ledger"]
CMD ["serve"]
